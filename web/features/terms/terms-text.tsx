import type { ReactNode } from 'react'

type TermsSection = { readonly id: string; readonly title: string; readonly body: ReactNode }

export const lastUpdated = 'June 7, 2025'

/** `support` is the contact address. */
export const termsSections = (support: ReactNode): readonly TermsSection[] => [
  {
    id: 'platform',
    title: 'The Platform',
    body: (
      <>
        <p>
          Arcstead is a web platform on which groups of investors, called circles, come together to co-own real estate. It gives a circle
          the means to describe what it is looking for, to bring its members together, to record what each of them commits, and to decide by
          vote which property to buy.
        </p>
        <p>
          Arcstead is a meeting place and a record. We are not a broker-dealer, an investment adviser, a bank, an escrow agent or a party to
          the agreements that members of a circle make with each other. We do not hold, move or lend money, and no payment is taken when you
          commit to a circle on the platform.
        </p>
        <p>By creating an account or using the platform you accept these terms. If you do not accept them, please do not use it.</p>
      </>
    ),
  },
  {
    id: 'accounts',
    title: 'User Accounts and Verification',
    body: (
      <>
        <p>
          You must be at least 18 years old and able to enter into a contract to hold an account. Give us true and complete details, keep
          them up to date, and keep your password to yourself. What happens under your account is your responsibility until you tell us that
          someone else may have gained access to it.
        </p>
        <p>
          New accounts are reviewed by our team before they can create, join or vote in circles. You may also apply for the optional status
          of Verified Investor. For it we ask for documents that prove your identity and your financial situation, such as a passport or
          driving licence and a statement of assets or income.
        </p>
        <ul>
          <li>We use these documents only to decide on your status and to meet legal duties.</li>
          <li>Verification shows that a check was made on a certain day. It is no promise about how a member will act.</li>
          <li>We may decline or withdraw verification where details are wrong, out of date or can't be confirmed.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'circles',
    title: 'Circles and Arcs',
    body: (
      <>
        <p>
          A circle has a target, the amount it wants to bring together, and a minimum share size. The target is divided into equal shares;
          each share is called an arc, and each member holds one or more of them. The prices of all arcs add up to the target to the dollar,
          and no arc can be held by two members.
        </p>
        <ul>
          <li>The person who creates a circle is its owner and takes the first arcs.</li>
          <li>
            Joining a circle records your commitment to contribute the price of your arcs. It is not a payment and not yet a purchase.
          </li>
          <li>Once others have joined, the target and the share size of a circle are fixed.</li>
          <li>Members vote on each property: ready to invest, watch list or veto. Votes guide the group; they do not buy anything.</li>
          <li>When a circle is fully funded, its members decide together whether and how to go on to an acquisition.</li>
        </ul>
        <p>
          An arc is a record of your place in a circle. It becomes ownership of real estate only through the documents that the members sign
          outside the platform, for example the agreement of a company or a deed. Please take legal and tax advice before you sign them.
        </p>
      </>
    ),
  },
  {
    id: 'fees',
    title: 'Fees',
    body: (
      <>
        <p>Browsing circles is free. For some services we charge, or may come to charge, the following fees:</p>
        <ul>
          <li>
            <b>Subscription fees</b> for plans with additional features, billed in advance for each period.
          </li>
          <li>
            <b>Verification fees</b> for the review of documents for the status of Verified Investor.
          </li>
          <li>
            <b>Property management fees</b> where a circle engages us or a partner to look after a property it has bought.
          </li>
          <li>
            <b>Partnership referral fees</b> which partners such as brokers, lenders or insurers may pay us when you engage them through the
            platform.
          </li>
        </ul>
        <p>
          You see every fee and agree to it before it is charged. Fees are in US dollars, exclude taxes unless stated otherwise, and are not
          refundable except where the law requires it or where we say so.
        </p>
      </>
    ),
  },
  {
    id: 'conduct',
    title: 'User Conduct',
    body: (
      <>
        <p>Circles rest on trust. When you use the platform, you agree not to:</p>
        <ul>
          <li>give false details about yourself, a circle or a property;</li>
          <li>join a circle with no intention to honour your commitment, or hold several accounts;</li>
          <li>offer or sell securities in breach of the law, or advertise a return as certain;</li>
          <li>collect other members' details, send them unwanted messages, or share what is said inside a circle without leave;</li>
          <li>upload anything unlawful, harmful or belonging to someone else;</li>
          <li>probe, overload or get around the security of the platform, or read it by automatic means beyond its public pages.</li>
        </ul>
        <p>Brokers act under their own licences and must disclose any interest they have in a property that they bring to a circle.</p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'Disclaimers and Liability',
    body: (
      <>
        <p>
          Investing in real estate carries risk: prices fall, homes stand empty, repairs cost more than planned, and your share may be hard
          to sell. You may lose what you put in. Nothing on the platform is investment, legal or tax advice, and no circle, property or
          member is recommended by us.
        </p>
        <p>
          Descriptions of circles and properties come from members and brokers. We do not check them and do not answer for them. The
          platform is provided as it is and as it is available, without warranties of any kind, to the extent that the law allows.
        </p>
        <p>
          To the same extent, we are not liable for lost profits, lost data or indirect damages, nor for what members agree or fail to do
          among themselves. Our total liability to you is limited to the greater of the fees you paid us in the twelve months before the
          claim and one hundred US dollars. Nothing here limits liability that can't be limited by law.
        </p>
      </>
    ),
  },
  {
    id: 'property',
    title: 'Intellectual Property',
    body: (
      <>
        <p>
          The platform, its name, its drawings and its design belong to us or to those who license them to us. You may use them only to use
          the platform as intended.
        </p>
        <p>
          What you upload stays yours. You allow us to store it, to show it to the people whom its settings name, and to adapt its format
          for that purpose, for as long as it is on the platform. Please upload only what you have the right to share. If you believe that
          something infringes your rights, write to us with the address of the page and a description of the work.
        </p>
      </>
    ),
  },
  {
    id: 'links',
    title: 'Third-Party Links',
    body: (
      <p>
        Listings may lead to pages of brokers, portals and other third parties, and the maps are drawn with the help of outside services. We
        do not control those pages and are not responsible for their content, their offers or the way they treat your data. Their own terms
        apply when you visit them.
      </p>
    ),
  },
  {
    id: 'termination',
    title: 'Termination',
    body: (
      <>
        <p>
          You may delete your account at any time from your profile. If you own a circle that has other members, hand its ownership on or
          close the circle first. Your personal details are then erased; the circle's ledger keeps the amounts, without your name.
        </p>
        <p>
          We may suspend or end an account that breaks these terms, that puts others at risk, or where the law requires it. Where we can, we
          tell you why and give you time to put things right. Sections 3, 6, 7 and 10 continue to apply afterwards, as do commitments you
          have made to other members.
        </p>
      </>
    ),
  },
  {
    id: 'law',
    title: 'Governing Law',
    body: (
      <p>
        These terms are governed by the law of the State of Delaware, United States, without regard to its rules on conflicts of law.
        Disputes that can't be settled in conversation belong before the state or federal courts in Delaware, unless the law of your place
        of residence gives you the right to another court.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to Terms',
    body: (
      <p>
        We may change these terms as the platform grows or the law changes. Of material changes we give you at least 30 days' notice by
        e-mail or on the platform before they take effect; the date above always names the latest version. If you go on using the platform
        after that date, you accept the changed terms. If you do not wish to, you may close your account before it.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact Us',
    body: <p>Questions about these terms are welcome. Please write to {support}; we usually answer within two working days.</p>,
  },
]

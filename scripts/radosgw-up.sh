#!/bin/bash
# An S3 server for tests: one-node Ceph (mon, in-memory osd, radosgw), on 127.0.0.1 only, without systemd.
# Keys: testkey / testsecret. To stop it, kill the pids in the *.pid files under CEPH_DIR.
# Debian packages: radosgw ceph-mon ceph-osd ceph-mgr ceph-common
set -euo pipefail
dir=${CEPH_DIR:?a folder of its own} gateway=${RGW_PORT:?a free port} mon=${MON_PORT:?a free port}
rm -rf "$dir"
mkdir -p "$dir"/{mon,osd,log,rgw}
uuid() { cat /proc/sys/kernel/random/uuid; }
fsid=$(uuid)
cat >"$dir/ceph.conf" <<C
[global]
fsid = $fsid
mon host = [v1:127.0.0.1:$mon]
mon initial members = a
public network = 127.0.0.0/8
ms bind ipv4 = true
ms bind msgr2 = false
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon warn on pool no redundancy = false
osd objectstore = memstore
memstore device bytes = 1073741824
osd memory target = 939524096
osd op num shards = 1
osd op num threads per shard = 1
run dir = $dir
admin socket = $dir/\$name.asok
pid file = $dir/\$name.pid
log file = $dir/log/\$name.log
crash dir = $dir
mon data = $dir/mon
osd data = $dir/osd
rgw data = $dir/rgw
osd class load list = *
osd class default list = *
mon max pg per osd = 2000
[client.rgw.a]
rgw frontends = beast endpoint=127.0.0.1:$gateway
rgw thread pool size = 8
C
conf="$dir/ceph.conf"
# Their output is long, so it is printed only when one of them fails.
exec 3>&2 >"$dir/log/start.log" 2>&1
trap 'echo "The S3 server did not start:" >&3; tail -n 5 "$dir/log/start.log" >&3' ERR
# On a busy machine a client that connects before the monitor is ready is rejected, so this retries.
retry() {
  for _ in 1 2 3 4 5; do
    "$@" && return
    sleep 1
  done
  return 1
}
monmaptool --create --fsid "$fsid" --addv a "[v1:127.0.0.1:$mon]" "$dir/monmap"
ceph-mon --mkfs -i a --monmap "$dir/monmap" -c "$conf"
ceph-mon -i a -c "$conf"
osd=$(uuid)
retry ceph -c "$conf" osd new "$osd"
ceph-osd -i 0 --mkfs --osd-uuid "$osd" -c "$conf"
retry ceph-osd -i 0 -c "$conf"
retry radosgw -n client.rgw.a -c "$conf"
retry radosgw-admin -n client.rgw.a -c "$conf" user create --uid=app --display-name=app --access-key=testkey --secret-key=testsecret
for _ in $(seq 120); do
  curl -so/dev/null "http://127.0.0.1:$gateway/" && exit 0
  sleep .5
done
echo "It does not answer at port $gateway."
false

#!/bin/sh
# Makes an authority of the cluster's own and, signed by it, one certificate for each database node, with which nodes know each other
# and etcd knows its clients. Usage: certificates.sh FOLDER NODE=ADDRESS ...
# To a node go ca.crt and its own NODE.crt and NODE.key; ca.key goes to none of them. Valid for ten years. To add nodes, or to go on where
# a call was broken off, call it with the same FOLDER: its authority signs them too. A node that is named again gets a new key. If it fails
# without a message, the reason is in FOLDER/openssl.log.
set -eu
umask 077
folder=$1
shift
mkdir -p "$folder"
cd "$folder"
if [ -e ca.crt ] && [ ! -e ca.key ]; then echo "$folder has ca.crt without ca.key: put the key of that authority beside it" >&2; exit 1; fi
[ -e ca.key ] || openssl genpkey -algorithm ec -pkeyopt ec_paramgen_curve:prime256v1 -out ca.key 2>>openssl.log
[ -e ca.crt ] || openssl req -x509 -key ca.key -days 3650 -subj "/CN=carma cluster" \
  -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign -out ca.crt 2>>openssl.log
for each in "$@"; do
  node=${each%%=*}
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$node" -keyout "$node.key" -out "$node.csr" 2>>openssl.log
  printf 'subjectAltName=IP:%s\nextendedKeyUsage=serverAuth,clientAuth\n' "${each#*=}" >"$node.ext"
  openssl x509 -req -in "$node.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days 3650 -extfile "$node.ext" -out "$node.crt" 2>>openssl.log
  rm "$node.csr" "$node.ext"
done
rm -f ca.srl openssl.log

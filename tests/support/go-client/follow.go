// Follows a log with the Go project's own packages (golang.org/x/mod/sumdb): checkpoint, tiles, entries, inclusion of each entry, and
// consistency with smaller sizes of the log.
// Usage: follow <address of the log> <key>
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const height = 8

var address = os.Args[1]

func get(path string) []byte {
	response, err := http.Get(address + "/" + path)
	check(err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	check(err)
	if response.StatusCode != 200 {
		log.Fatalf("%s answered %d", path, response.StatusCode)
	}
	return body
}

// Tiles addressed as in c2sp.org/tlog-tiles: like the checksum database, but without the height.
type tiles struct{}

func (tiles) Height() int { return height }

func (tiles) ReadTiles(requested []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range requested {
		all = append(all, get(strings.Replace(tile.Path(), "tile/8/", "tile/", 1)))
	}
	return all, nil
}

func (tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func main() {
	verifier, err := note.NewVerifier(os.Args[2])
	check(err)
	signed, err := note.Open(get("checkpoint"), note.VerifierList(verifier))
	check(err)
	lines := strings.Split(signed.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err)
	root, err := base64.StdEncoding.DecodeString(lines[2])
	check(err)
	tree := tlog.Tree{N: size}
	copy(tree.Hash[:], root)
	reader := tlog.TileHashReader(tree, tiles{})

	for first := int64(0); first < size; first += 256 {
		path := fmt.Sprintf("tile/entries/%03d", first/256)
		hashes := fmt.Sprintf("tile/0/%03d", first/256)
		if size-first < 256 {
			path += fmt.Sprintf(".p/%d", size-first)
			hashes += fmt.Sprintf(".p/%d", size-first)
		}
		bundle := get(path)
		var leaves []byte
		for index := first; index < size && index < first+256; index++ {
			length := int(binary.BigEndian.Uint16(bundle))
			entry := bundle[2 : 2+length]
			bundle = bundle[2+length:]
			leaf := tlog.RecordHash(entry)
			leaves = append(leaves, leaf[:]...)
			proof, err := tlog.ProveRecord(size, index, reader)
			check(err)
			check(tlog.CheckRecord(proof, size, tree.Hash, index, leaf))
		}
		// Compares full tiles here as well: older versions of the package accept altered ones (CVE-2026-56865).
		if !bytes.Equal(leaves, get(hashes)) {
			log.Fatalf("%s does not hold the hashes of its entries", hashes)
		}
	}
	for old := int64(1); old < size; old += 1 + old/8 {
		before, err := tlog.TreeHash(old, reader)
		check(err)
		proof, err := tlog.ProveTree(size, old, reader)
		check(err)
		check(tlog.CheckTree(proof, size, tree.Hash, old, before))
	}
	fmt.Printf("%s %d\n", lines[0], size)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

package dev.drover.client.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.testsupport.ChildProcess;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Archives, above all those that must be refused.
class ArchiveTest {
  private static final Instant THEN = Instant.parse("2026-01-02T03:04:05Z");

  @TempDir Path folder;

  private interface Content {
    void write(TarWriter tar) throws IOException;
  }

  private static byte[] archive(Content content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TarWriter tar = new TarWriter(out);
    content.write(tar);
    tar.finish();
    return out.toByteArray();
  }

  private static void file(TarWriter tar, String name, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    tar.write(TarEntry.file(name, bytes.length, 0640, THEN), new ByteArrayInputStream(bytes));
  }

  private Path target() {
    return folder.resolve("target");
  }

  private void unpack(byte[] archive) throws IOException {
    unpack(archive, CopyLimits.defaults());
  }

  private void unpack(byte[] archive, CopyLimits limits) throws IOException {
    new Unpacker("root", target(), limits).unpack(new ByteArrayInputStream(archive));
  }

  private void unpack(InputStream archive) throws IOException {
    new Unpacker("root", target(), CopyLimits.defaults()).unpack(archive);
  }

  /// Nothing but the target may have been touched.
  private void assertNothingOutside() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all.filter(path -> !path.equals(target()))).isEmpty();
    }
  }

  @Test
  void filesFoldersAndLinksAreUnpackedWithTheirPermissionsAndTimes() throws Exception {
    String longName = "n".repeat(150);
    unpack(
        archive(
            tar -> {
              tar.write(TarEntry.directory("./root", 0750, THEN));
              file(tar, "./root/a", "content");
              tar.write(TarEntry.directory("./root/sub", 0500, THEN));
              file(tar, "./root/sub/" + longName, "long");
              tar.write(TarEntry.symbolicLink("./root/sub/link", "../a", THEN));
              tar.write(
                  new TarEntry(TarEntry.Type.HARD_LINK, "./root/hard", "./root/a", 0, 0640, THEN));
            }));

    assertThat(target().resolve("a")).hasContent("content");
    assertThat(Files.getLastModifiedTime(target().resolve("a")).toInstant()).isEqualTo(THEN);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target().resolve("a"))))
        .isEqualTo("rw-r-----");
    assertThat(target().resolve("sub").resolve(longName)).hasContent("long");
    assertThat(Files.readSymbolicLink(target().resolve("sub/link"))).hasToString("../a");
    assertThat(target().resolve("hard")).hasContent("content");
    assertThat(Files.getLastModifiedTime(target()).toInstant()).isEqualTo(THEN);
  }

  @Test
  void packedFolderIsUnpackedEqual() throws Exception {
    Path source = Files.createDirectory(folder.resolve("source"));
    Files.writeString(source.resolve("empty"), "");
    Files.write(source.resolve("blocks"), new byte[1024]);
    Files.createDirectory(source.resolve("none"));
    Files.writeString(source.resolve("ü " + "x".repeat(120)), "text");
    Files.createSymbolicLink(source.resolve("link"), Path.of("blocks"));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Packer(out).pack(source, "root");

    assertThat(out.size() % 10240).isZero();
    unpack(out.toByteArray());
    try (Stream<Path> packed = Files.walk(source)) {
      for (Path path : packed.toList()) {
        Path copy = target().resolve(source.relativize(path));
        assertThat(Files.exists(copy, LinkOption.NOFOLLOW_LINKS)).as("%s", copy).isTrue();
        assertThat(Files.getPosixFilePermissions(copy, LinkOption.NOFOLLOW_LINKS))
            .isEqualTo(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
        if (Files.isRegularFile(path)) {
          assertThat(copy).hasSameBinaryContentAs(path);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "root/../../out",
        "../out",
        "/root/out",
        "/etc/out",
        "other/out",
        "root/a/../../../out",
        ".."
      })
  void namesThatLeadOutsideAreRefused(String name) throws Exception {
    byte[] archive = archive(tar -> file(tar, name, "bad"));

    assertThatThrownBy(() -> unpack(archive)).isInstanceOf(UnsafeArchiveException.class);
    assertNothingOutside();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/etc/passwd", "../../out", "a/../../../out", "..", ""})
  void linksThatPointOutsideAreRefused(String to) throws Exception {
    byte[] archive =
        archive(
            tar -> {
              tar.write(TarEntry.directory("root", 0755, THEN));
              tar.write(TarEntry.symbolicLink("root/link", to, THEN));
            });

    assertThatThrownBy(() -> unpack(archive)).isInstanceOf(UnsafeArchiveException.class);
    assertThat(Files.exists(target().resolve("link"), LinkOption.NOFOLLOW_LINKS)).isFalse();
  }

  @Test
  void linkThatLeavesTheTargetByWayOfAnotherLinkIsRefused() throws Exception {
    byte[] archive =
        archive(
            tar -> {
              tar.write(TarEntry.directory("root", 0755, THEN));
              tar.write(TarEntry.directory("root/a", 0755, THEN));
              tar.write(TarEntry.directory("root/a/b", 0755, THEN));
              tar.write(TarEntry.symbolicLink("root/a/b/top", "../..", THEN));
              tar.write(TarEntry.symbolicLink("root/out", "a/b/top/../secret", THEN));
            });
    Files.writeString(folder.resolve("secret"), "outside");

    assertThatThrownBy(() -> unpack(archive))
        .isInstanceOf(UnsafeArchiveException.class)
        .hasMessageContaining("'root/out' points outside");
    assertThat(target().resolve("a/b/top").toRealPath()).isEqualTo(target().toRealPath());
  }

  @Test
  void entryBelowALinkIsRefusedEvenIfTheLinkStaysInside() throws Exception {
    byte[] archive =
        archive(
            tar -> {
              tar.write(TarEntry.directory("root/sub", 0755, THEN));
              tar.write(TarEntry.symbolicLink("root/link", "sub", THEN));
              file(tar, "root/link/file", "bad");
            });

    assertThatThrownBy(() -> unpack(archive))
        .isInstanceOf(UnsafeArchiveException.class)
        .hasMessageContaining("'link' is a link");
    assertThat(target().resolve("sub")).isEmptyDirectory();
  }

  @Test
  void linkThatAnotherProgramMadeIsNotFollowed() throws Exception {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Path precious = Files.writeString(outside.resolve("file"), "precious");
    Files.createDirectory(target());
    Files.createSymbolicLink(target().resolve("sub"), outside);
    Files.createSymbolicLink(target().resolve("file"), precious);

    assertThatThrownBy(() -> unpack(archive(tar -> file(tar, "root/sub/file", "bad"))))
        .isInstanceOf(UnsafeArchiveException.class);
    unpack(archive(tar -> file(tar, "root/file", "new")));
    assertThat(precious).hasContent("precious");
    assertThat(target().resolve("file")).hasContent("new");
    assertThat(Files.isSymbolicLink(target().resolve("file"))).isFalse();
  }

  @Test
  void hardLinksToOtherThanUnpackedFilesAreRefused() throws Exception {
    for (String to : new String[] {"/etc/passwd", "../out", "root/missing", "root/link"}) {
      byte[] archive =
          archive(
              tar -> {
                tar.write(TarEntry.symbolicLink("root/link", "a", THEN));
                tar.write(new TarEntry(TarEntry.Type.HARD_LINK, "root/x", to, 0, 0644, THEN));
              });
      assertThatThrownBy(() -> unpack(archive)).isInstanceOf(UnsafeArchiveException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(chars = {'3', '4', '6', 'S', 'M', 'D', 'V'})
  void devicesPipesAndUnknownTypesAreRefused(char type) throws Exception {
    byte[] archive = archive(tar -> file(tar, "root", ""));
    archive[156] = (byte) type;
    reseal(archive);

    assertThatThrownBy(() -> unpack(archive)).isInstanceOf(UnsafeArchiveException.class);
    assertThat(target()).doesNotExist();
  }

  /// Makes the checksum of the first header right again.
  private static void reseal(byte[] archive) {
    Arrays.fill(archive, 148, 156, (byte) ' ');
    int sum = 0;
    for (int i = 0; i < 512; i++) {
      sum += archive[i] & 0xFF;
    }
    byte[] digits = "%06o\0 ".formatted(sum).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(digits, 0, archive, 148, 8);
  }

  @Test
  void moreBytesOrEntriesThanAllowedAreRefusedBeforeTheyAreWritten() throws Exception {
    byte[] archive =
        archive(
            tar -> {
              file(tar, "root/a", "12345");
              file(tar, "root/b", "123456");
            });

    assertThatThrownBy(() -> unpack(archive, CopyLimits.defaults().with(l -> l.bytes(10))))
        .isInstanceOf(UnsafeArchiveException.class)
        .hasMessageContaining("more than 10 bytes");
    assertThat(target().resolve("b")).doesNotExist();
    assertThatThrownBy(() -> unpack(archive, CopyLimits.defaults().with(l -> l.entries(1))))
        .isInstanceOf(UnsafeArchiveException.class)
        .hasMessageContaining("more than 1 entries");
  }

  @Test
  void hugeAndNegativeSizesAreRefused() throws Exception {
    byte[] archive = archive(tar -> file(tar, "root", ""));
    archive[124] = (byte) 0x80; // a binary number: 2^62
    Arrays.fill(archive, 125, 136, (byte) 0);
    archive[128] = 0x40;
    reseal(archive);
    assertThatThrownBy(() -> unpack(archive))
        .isInstanceOf(UnsafeArchiveException.class)
        .hasMessageContaining("bytes");
    archive[124] = (byte) 0xFF; // negative
    reseal(archive);
    assertThatThrownBy(() -> unpack(archive)).isInstanceOf(UnsafeArchiveException.class);
  }

  @Test
  void wrongChecksumAndEarlyEndAreNoticed() throws Exception {
    byte[] archive = archive(tar -> file(tar, "root", "content"));
    byte[] damaged = archive.clone();
    damaged[0] ^= 1;
    assertThatThrownBy(() -> unpack(damaged))
        .isInstanceOf(UnsafeArchiveException.class)
        .hasMessageContaining("checksum");
    for (int length : new int[] {0, 100, 512, 515, 1024}) {
      assertThatThrownBy(() -> unpack(Arrays.copyOf(archive, length)))
          .as("%d bytes", length)
          .isInstanceOf(EOFException.class);
    }
  }

  @Test
  void timeOutOfRangeIsRefused() throws Exception {
    byte[] archive = archive(tar -> file(tar, "root", ""));
    archive[136] = (byte) 0x80; // a binary number: 2^56
    Arrays.fill(archive, 137, 148, (byte) 0);
    archive[140] = 1;
    reseal(archive);
    assertThatThrownBy(() -> unpack(archive))
        .isInstanceOf(UnsafeArchiveException.class)
        .hasMessageContaining("time");
  }

  @Test
  void timeBefore1970IsKept() throws Exception {
    byte[] archive = archive(tar -> file(tar, "root", "old"));
    ByteBuffer.wrap(archive, 136, 12).putInt(-1).putLong(-86_400); // as GNU tar writes it
    reseal(archive);
    unpack(archive);
    assertThat(Files.getLastModifiedTime(target()).toInstant())
        .isEqualTo(Instant.parse("1969-12-31T00:00:00Z"));

    ByteBuffer.wrap(archive, 136, 12).putInt(-2).putLong(0);
    archive[136] = (byte) 0xFF;
    reseal(archive);
    assertThatThrownBy(() -> unpack(archive))
        .isInstanceOf(UnsafeArchiveException.class)
        .hasMessageContaining("time");
  }

  @Test
  void fileThatIsALinkToItselfStays() throws Exception {
    unpack(
        archive(
            tar -> {
              file(tar, "root/a", "content");
              tar.write(new TarEntry(TarEntry.Type.HARD_LINK, "root/a", "root/a", 0, 0640, THEN));
            }));
    assertThat(target().resolve("a")).hasContent("content");
  }

  @Test
  void refusalShowsNoControlCharactersOfTheArchive() throws Exception {
    byte[] archive = archive(tar -> file(tar, "root/a\n\u001b[31mforged", ""));
    archive[156] = '6';
    reseal(archive);
    assertThatThrownBy(() -> unpack(archive))
        .isInstanceOf(UnsafeArchiveException.class)
        .hasMessageStartingWith("'root/a\\n\\u001b[31mforged' is a device");
  }

  @Test
  void archiveThatDoesNotEndIsRefused() throws Exception {
    byte[] comment = archive(tar -> file(tar, "comment", "c"));
    comment[156] = 'g';
    reseal(comment);
    byte[] one = Arrays.copyOf(comment, 1024);
    assertThatThrownBy(() -> unpack(repeated(one)))
        .isInstanceOf(UnsafeArchiveException.class)
        .hasMessageContaining("more than 16 headers");

    byte[] whole = archive(tar -> file(tar, "root", "content"));
    InputStream goesOn =
        new SequenceInputStream(new ByteArrayInputStream(whole), repeated(new byte[1024]));
    assertThatThrownBy(() -> unpack(goesOn))
        .isInstanceOf(UnsafeArchiveException.class)
        .hasMessageContaining("goes on after its end");
  }

  /// These bytes again and again, without end.
  private static InputStream repeated(byte[] bytes) {
    return new InputStream() {
      private int at;

      @Override
      public int read() {
        return bytes[at++ % bytes.length] & 0xFF;
      }
    };
  }

  @Test
  void emptyArchiveIsNoSuccess() {
    assertThatThrownBy(() -> unpack(new byte[1024])).isInstanceOf(EOFException.class);
  }

  @Test
  void posixHeadersGiveLongNamesAndCannotHideAWayOut() throws Exception {
    String record = " path=root/" + "p".repeat(200) + "\n";
    String counted = (record.length() + 3) + record;
    byte[] names = archive(tar -> file(tar, "x", counted));
    names[156] = 'x';
    reseal(names);
    byte[] content = archive(tar -> file(tar, "root/short", "text"));
    byte[] both = Arrays.copyOf(names, 1024 + content.length);
    System.arraycopy(content, 0, both, 1024, content.length);
    unpack(both);
    assertThat(target().resolve("p".repeat(200))).hasContent("text");

    String evil =
        new String(both, StandardCharsets.ISO_8859_1).replace("path=root/p", "path=../../p");
    assertThatThrownBy(() -> unpack(evil.getBytes(StandardCharsets.ISO_8859_1)))
        .isInstanceOf(UnsafeArchiveException.class);
  }

  @Test
  void namesThatAreNotUtf8AreRefusedAndAttributesThatAreNoTextIgnored() throws Exception {
    byte[] bad = archive(tar -> file(tar, "root/x", "text"));
    bad[5] = (byte) 0xFF;
    reseal(bad);
    assertThatThrownBy(() -> unpack(bad))
        .isInstanceOf(UnsafeArchiveException.class)
        .hasMessageContaining("not UTF-8");

    byte[] attribute = archive(tar -> file(tar, "x", "20 SCHILY.xattr.a=?\n"));
    attribute[156] = 'x';
    attribute[512 + 18] = (byte) 0xFF;
    reseal(attribute);
    byte[] content = archive(tar -> file(tar, "root/named", "text"));
    byte[] both = Arrays.copyOf(attribute, 1024 + content.length);
    System.arraycopy(content, 0, both, 1024, content.length);
    unpack(both);
    assertThat(target().resolve("named")).hasContent("text");
  }

  @Test
  void longNameMayBeCutInsideACharacter() throws Exception {
    String name = "a".repeat(94) + "ü".repeat(20); // byte 100 is the second of an ü
    unpack(archive(tar -> file(tar, "root/" + name, "text")));
    assertThat(target().resolve(name)).hasContent("text");
  }

  @Test
  void fileWhoseNameIsNoTextIsNotPackedUnderAnother() throws Exception {
    Path source = Files.createDirectory(folder.resolve("source"));
    ChildProcess.Ended made =
        ChildProcess.run(
            new ProcessBuilder("sh", "-c", "touch \"$(printf 'a\\377')\"")
                .directory(source.toFile()),
            Duration.ofSeconds(30));
    assertThat(made.exitCode()).isZero();

    assertThatThrownBy(() -> new Packer(new ByteArrayOutputStream()).pack(source, "root"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("LC_ALL=C.UTF-8");
  }
}

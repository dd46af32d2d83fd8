package io.metasched.simulation.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.metasched.simulation.workload.trace.fixture.SwfText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are not logs, or that exceed the limits of the reader. */
final class HostileTraceTest {
  private static final TraceOptions SKIPPING = TraceOptions.defaults().withSkipMalformed(true);

  @TempDir private Path folder;

  @Test
  void onlyRegularFilesAreRead() throws IOException, InterruptedException {
    var fifo = folder.resolve("fifo");
    var endless = Path.of("/dev/zero");
    assumeTrue(Files.exists(endless), "no /dev/zero on this system");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();

    for (var file : List.of(folder, fifo, endless)) {
      assertThat(refusal(file)).hasMessage(file + ": is not a regular file");
    }
  }

  @Test
  void aMissingFileIsNamedWithoutItsControlCharacters() {
    assertThat(refusal(folder.resolve("no\nsuch\u001b")))
        .hasMessage(folder.resolve("no?such?") + ": does not exist");
  }

  @Test
  void aLineMayHave4096Bytes() {
    var longest = "; " + "x".repeat(4094);
    var file = SwfText.machine(8).line(longest).job(1).writeTo(folder.resolve("a.swf"));

    assertThat(SwfReader.read(file, SKIPPING).jobs()).hasSize(1);
  }

  @Test
  void aLongerLineIsRefusedEvenAsAComment() {
    var file = SwfText.machine(8).line(";" + "x".repeat(4096)).job(1).writeTo(folder.resolve("a"));

    assertThat(refusal(file))
        .hasMessage(
            "%s:2: a line may have at most 4096 bytes, but this one is longer; it begins"
                + " with \";%s\"...",
            file, "x".repeat(59));
  }

  @Test
  void aBinaryFileIsRefusedAtItsFirstLine() {
    var file = SwfText.write(folder.resolve("zeros"), new byte[1_000_000]);
    var packed = SwfText.write(folder.resolve("zeros.gz"), SwfText.gzip(new byte[100_000_000]));

    assertThat(refusal(file)).hasMessageStartingWith(file + ":1: a line may have at most 4096");
    assertThat(refusal(packed)).hasMessageStartingWith(packed + ":1: a line may have at most 4096");
  }

  @Test
  void linesTextAndHeaderAreLimitedOverAllFiles() {
    var first = SwfText.machine(8).job(1).job(2).writeTo(folder.resolve("a.swf"));
    var second = SwfText.machine(8).job(3).job(4).writeTo(folder.resolve("b.swf"));
    var files = List.of(first, second);
    long size = first.toFile().length();

    assertThat(refusal(files, new TraceLimits(80, 4, 1000, 9)))
        .hasMessage(second + ":2: a log may have at most 4 lines");
    assertThat(refusal(files, new TraceLimits(80, 9, size, 9)))
        .hasMessage(second + ":1: a log may hold at most " + size + " bytes of text");
    assertThat(refusal(files, new TraceLimits(80, 9, 1000, 1)))
        .hasMessage(second + ":1: a log may have at most 1 header lines with a key");
    assertThat(SwfReader.read(files, SKIPPING, new TraceLimits(80, 6, 2 * size, 2)).jobs())
        .hasSize(4);
  }

  @Test
  void aTruncatedGzipNamesTheLineItReached() {
    var log = SwfText.machine(8);
    for (int id = 1; id <= 5000; id++) {
      log.job(id, "2=" + id * 7919L % 10007);
    }
    var packed = SwfText.gzip(log.bytes());
    var half = Arrays.copyOf(packed, packed.length / 2);
    var file = SwfText.write(folder.resolve("half.gz"), half);

    assertThat(String.valueOf(refusal(file).getMessage()))
        .matches(file + ": cannot be read past line [1-9][0-9]{2,3}: the gzip data are incomplete");
  }

  @Test
  void aGzipCutAnywhereIsRefused() {
    var packed = SwfText.gzip(SwfText.machine(8).job(1).bytes());

    for (int length = 2; length < packed.length; length++) {
      var file = SwfText.write(folder.resolve("cut.gz"), Arrays.copyOf(packed, length));
      assertThat(refusal(file)).hasMessageEndingWith("the gzip data are incomplete");
    }
  }

  @Test
  void aGzipWithADamagedByteGivesARefusalOrTheSameJobs() {
    var packed = SwfText.gzip(SwfText.machine(8).job(1).job(2).bytes());
    var whole = SwfText.write(folder.resolve("whole.gz"), packed);
    var expected = SwfReader.read(whole, SKIPPING).jobs();

    for (int at = 2; at < packed.length; at++) {
      var damaged = packed.clone();
      damaged[at] ^= (byte) 0x55;
      var file = SwfText.write(folder.resolve("damaged.gz"), damaged);
      try {
        assertThat(SwfReader.read(file, SKIPPING).jobs()).isEqualTo(expected);
      } catch (TraceException refused) {
        assertThat(refused).hasMessageStartingWith(file.toString());
      }
    }
  }

  @Test
  void bytesAfterAGzipAreNotIgnored() {
    var packed = new ByteArrayOutputStream();
    packed.writeBytes(SwfText.gzip(SwfText.machine(8).job(1).bytes()));
    packed.writeBytes(new byte[] {'a', 'b'});
    var file = SwfText.write(folder.resolve("more.gz"), packed.toByteArray());

    assertThat(refusal(file))
        .hasMessage(file + ": cannot be read past line 2: something else follows the gzip data");
  }

  @Test
  void aGzipOfManyEmptyMembersIsReadToItsEnd() {
    var empty = SwfText.gzip(new byte[0]);
    var packed = new ByteArrayOutputStream();
    for (int member = 0; member < 100_000; member++) {
      packed.writeBytes(empty);
    }
    packed.writeBytes(SwfText.gzip(SwfText.machine(8).job(1).bytes()));
    var file = SwfText.write(folder.resolve("members.gz"), packed.toByteArray());

    assertThat(SwfReader.read(file, SKIPPING).jobs()).hasSize(1);
  }

  private static TraceException refusal(Path file) {
    return refusal(List.of(file), TraceLimits.STANDARD);
  }

  private static TraceException refusal(List<Path> files, TraceLimits limits) {
    return catchThrowableOfType(
        TraceException.class, () -> SwfReader.read(files, SKIPPING, limits));
  }
}

package io.metasched.metascheduler.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Digests published in the standard. */
final class Sha256Test {
  private static final String ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @Test
  void bytesTextsAndFilesOfTheSameContentHaveTheDigestOfTheStandard(@TempDir Path folder)
      throws IOException {
    var file = Files.writeString(folder.resolve("abc"), "abc");

    assertThat(Sha256.of("abc")).isEqualTo(ABC);
    assertThat(Sha256.of("abc".getBytes(StandardCharsets.US_ASCII))).isEqualTo(ABC);
    assertThat(Sha256.of(file)).isEqualTo(ABC);
  }

  @Test
  void aLineFeedFollowsEachLine() {
    assertThat(Sha256.of(Stream.of("a", "\u00e9"))).isEqualTo(Sha256.of("a\n\u00e9\n"));
  }
}

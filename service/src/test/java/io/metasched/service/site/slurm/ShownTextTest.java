package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ShownTextTest {
  private static final String FACE = "\uD83D\uDE00";

  @Test
  void longTextIsCutBetweenCharacters() {
    assertThat(ShownText.of("x".repeat(298) + FACE + "y"))
        .isEqualTo("x".repeat(298) + FACE + "...");
    assertThat(ShownText.of("x".repeat(299) + FACE)).isEqualTo("x".repeat(299) + " ...");
  }

  @Test
  void charactersThatHaveNoFormAreBlanks() {
    assertThat(ShownText.of(" a\r\n\tb\u202Ec" + FACE.charAt(1) + "d\n")).isEqualTo("a b c d");
  }
}

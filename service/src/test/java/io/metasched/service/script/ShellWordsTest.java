package io.metasched.service.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Splitting of a line into words as a shell does it. */
final class ShellWordsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--nodes=4 \t --time 30|--nodes=4,--time,30",
        "--name=\"two words\"|--name=two words",
        "--name='a \"b\" \\'|--name=a \"b\" \\",
        "--name=two\\ words|--name=two words",
        "\"a \\\" \\\\ \\$x \\n\"|a \" \\ $x \\n",
        "a''b \"\" ''|ab,,",
        "--nodes=4 # and --time=5|--nodes=4",
        "a#b|a#b",
        "$HOME * `x`|$HOME,*,`x`"
      })
  void quotesAndBackslashesAreThoseOfAShell(String line, String words) {
    assertThat(ShellWords.of(line)).containsExactly(words.split(",", -1));
  }

  @Test
  void aLineOfBlanksHasNoWords() {
    assertThat(ShellWords.of(" \t ")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--name=\"two|a \" is not closed",
        "it's|a ' is not closed",
        "end\\|no character follows the last \\"
      })
  void aLineThatAShellWouldNotEndIsRefused(String line, String why) {
    assertThatThrownBy(() -> ShellWords.of(line)).hasMessage(why);
  }
}

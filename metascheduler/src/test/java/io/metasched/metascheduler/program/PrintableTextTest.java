package io.metasched.metascheduler.program;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PrintableTextTest {
  private static final String RIGHT_TO_LEFT = "\u202e";

  @Test
  void quotedTextIsAsciiAndAtMostSixtyCharacters() {
    assertThat(PrintableText.quoted("a \"b\\\u001b\u00e9"))
        .isEqualTo("\"a \\\"b\\\\\\u001b\\u00e9\"");
    assertThat(PrintableText.quoted("x".repeat(60))).isEqualTo("\"" + "x".repeat(60) + "\"");
    assertThat(PrintableText.quoted("x".repeat(61))).isEqualTo("\"" + "x".repeat(60) + "\"...");
  }

  @Test
  void bytesAreEscapedOneByOne() {
    var bytes = ("-\u00e9\n" + "y".repeat(99)).getBytes(StandardCharsets.UTF_8);

    assertThat(PrintableText.quoted(bytes, 1, 4)).isEqualTo("\"\\xc3\\xa9\\x0a\"");
    assertThat(PrintableText.quoted(bytes, 4, 103)).isEqualTo("\"" + "y".repeat(60) + "\"...");
  }

  @Test
  void aLineKeepsLettersAndLosesWhatDisturbsATerminal() {
    assertThat(PrintableText.line(" M\u00fcller\r\n\u001b" + RIGHT_TO_LEFT + "x\u2028"))
        .isEqualTo("M\u00fcller x");
    assertThat(PrintableText.replaced("a\n" + RIGHT_TO_LEFT + "b")).isEqualTo("a??b");
    assertThat(PrintableText.shortLine("z".repeat(61))).isEqualTo("z".repeat(60) + "...");
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0, 7, 0x1b, 0x7f, 0x9b, 0xad, 0x200b, 0x202e, 0x2066, 0x2028, 0x3164, 0xfeff, 0xe0001
      })
  void charactersThatDisturbATerminalAreReplacedAndEscapedInJson(int character) throws Exception {
    var name = "a" + Character.toString(character) + "b";

    assertThat(PrintableText.replaced(name)).isEqualTo("a?b");
    var json = new ObjectMapper().writeValueAsString(name);
    var shown = PrintableText.json(json);
    assertThat(shown).matches("\\p{ASCII}*").matches("[^\\p{Cntrl}]*");
    assertThat(new ObjectMapper().readValue(shown, String.class)).isEqualTo(name);
  }

  @Test
  void lettersOfAllScriptsStayAsTheyAre() {
    assertThat(PrintableText.replaced("Z\u00fcrich \u6771\u4eac \u05e9\u05dc\u05d5\u05dd"))
        .isEqualTo("Z\u00fcrich \u6771\u4eac \u05e9\u05dc\u05d5\u05dd");
    assertThat(PrintableText.json("{\"name\":\"\u6771\u4eac\"}"))
        .isEqualTo("{\"name\":\"\u6771\u4eac\"}");
  }

  @Test
  void aReasonDoesNotRepeatTheFile() {
    assertThat(PrintableText.reason(new FileSystemException("f", null, "no space\n")))
        .isEqualTo("no space\\u000a");
    assertThat(PrintableText.reason(new FileSystemException("f"))).isEqualTo("FileSystemException");
    assertThat(PrintableText.reason(new IOException())).isEqualTo("IOException");
  }
}

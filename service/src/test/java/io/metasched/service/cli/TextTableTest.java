package io.metasched.service.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Foreign text on a terminal. */
final class TextTableTest {
  @ParameterizedTest
  @ValueSource(
      ints = {
        0, 7, 0x1b, 0x7f, 0x9b, 0xad, 0x200b, 0x202e, 0x2066, 0x2028, 0x3164, 0xfeff, 0xe0001
      })
  void whatDisturbsATerminalIsReplacedAndEscapedInJson(int character) throws Exception {
    var name = "a" + Character.toString(character) + "b";

    assertThat(TextTable.clean(name)).isEqualTo("a?b");
    var json = new ObjectMapper().writeValueAsString(name);
    var shown = TextTable.cleanJson(json);
    assertThat(shown).matches("\\p{ASCII}*").matches("[^\\p{Cntrl}]*");
    assertThat(new ObjectMapper().readValue(shown, String.class)).isEqualTo(name);
  }

  @Test
  void lettersOfAllScriptsStayAsTheyAre() {
    assertThat(TextTable.clean("Zürich 東京 שלום")).isEqualTo("Zürich 東京 שלום");
    assertThat(TextTable.cleanJson("{\"name\":\"東京\"}")).isEqualTo("{\"name\":\"東京\"}");
  }
}

package io.metasched.service.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.slurm.LetterLayout.Known;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Formats of output, and the names of fields. */
final class LayoutTest {
  private static Optional<Known<String>> known(char letter) {
    return letter == 'i'
        ? Optional.of(new Known<>("ID", text -> text))
        : letter == 'j' ? Optional.of(new Known<>("NAME", text -> "n" + text)) : Optional.empty();
  }

  @ParameterizedTest
  @CsvSource({
    "%i|%j, ID|NAME, 12345|n12345",
    "'%i %j', 'ID NAME', '12345 n12345'",
    "'%8i|', 'ID      |', '12345   |'",
    "%.8i, '      ID', '   12345'",
    "%.3i, ' ID', 123",
    "id %i end, id ID end, id 12345 end",
    "100%, 100%, 100%"
  })
  void lettersAreFilledAndCut(String format, String heading, String line) {
    var layout = LetterLayout.of(format, LayoutTest::known);

    assertThat(layout.lines(true, List.of("12345"))).isEqualTo(heading + "\n" + line + "\n");
  }

  @Test
  void aTextWithSeveralLinesStaysInItsLine() {
    var layout = LetterLayout.of("%i", LayoutTest::known);

    assertThat(layout.lines(false, List.of("a\nb\rc"))).isEqualTo("a b c\n");
  }

  @Test
  void aLineDoesNotControlTheTerminal() {
    var layout = LetterLayout.of("%i|", LayoutTest::known);

    assertThat(layout.lines(false, List.of("\u001b[2Ja\u202eb"))).isEqualTo(" [2Ja b|\n");
  }

  @Test
  void endlessLinesAndListsAreRefused() {
    var wide = LetterLayout.of("%1000i".repeat(100), LayoutTest::known);

    assertThat(wide.lines(false, Collections.nCopies(100, "1"))).hasSize(100 * 100_001);
    assertThatThrownBy(() -> wide.lines(false, Collections.nCopies(200, "1")))
        .hasMessageContaining("select fewer jobs");
    assertThatThrownBy(() -> LetterLayout.of("%i".repeat(101), LayoutTest::known))
        .hasMessage("at most 100 fields are allowed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%Ä%1001i", "%99999999999999999999i", "%z"})
  void hugeWidthsAndUnknownLettersAreRefused(String format) {
    assertThatThrownBy(() -> LetterLayout.of(format, LayoutTest::known))
        .isInstanceOf(ClientFaultException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"JobID:1001", "Bogus", "", "JobID,,", "JobID:99999999999"})
  void unknownNamesAreRefused(String format) {
    assertThatThrownBy(() -> NamedLayout.listed(format)).isInstanceOf(ClientFaultException.class);
  }

  @Test
  void everyFieldHasItsOwnNames() {
    var letters = new StringBuilder();
    var names = new TreeSet<String>(String.CASE_INSENSITIVE_ORDER);
    var accounted = new TreeSet<String>(String.CASE_INSENSITIVE_ORDER);

    for (var field : JobField.values()) {
      letters.append(field.letters());
      field.names().forEach(name -> assertThat(names.add(name)).as(name).isTrue());
      field.accounted().forEach(name -> assertThat(accounted.add(name)).as(name).isTrue());
    }
    assertThat(letters.chars().distinct().count()).isEqualTo(letters.length());
  }
}

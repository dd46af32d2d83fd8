package io.metasched.metascheduler.program;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tables printed by commands. */
final class TextTableTest {
  private static String printed(TextTable table) {
    var text = new StringWriter();
    table.print(new PrintWriter(text));
    return text.toString().replace(System.lineSeparator(), "\n");
  }

  @Test
  void columnsAreAsWideAsTheirWidestTextAndLinesEndWithoutBlanks() {
    var table = new TextTable("job", "nodes", "state");
    table.row("a", "n".repeat(200), "");
    table.row("long-name", "", "waits");

    assertThat(printed(table))
        .isEqualTo(
            "job        nodes%s  state\na          %s\nlong-name  %s  waits\n"
                .formatted(" ".repeat(195), "n".repeat(200), " ".repeat(200)));
  }

  @Test
  void aTableWithoutRowsHasItsHeader() {
    assertThat(printed(new TextTable("job", "state"))).isEqualTo("job  state\n");
  }

  @Test
  void aRowWithoutTextIsAnEmptyLine() {
    var table = new TextTable("job", "state");
    table.row("", "");

    assertThat(printed(table)).isEqualTo("job  state\n\n");
  }

  @Test
  void foreignTextStaysInItsCell() {
    var table = new TextTable("name", "state");
    table.row("a\n\u001b[2J\u202e  b ", "waits");

    assertThat(printed(table)).isEqualTo("name         state\na??[2J?  b   waits\n");
  }

  @Test
  void numbersAreToTheRightUnderTheirHeaders() {
    var columns =
        List.of(
            TextTable.<Integer>left("n", i -> "n" + i),
            TextTable.<Integer>right("cost", i -> "" + i));

    assertThat(TextTable.of("Costs", List.of(7, 12345), columns))
        .isEqualTo("Costs\n n        cost \n n7          7 \n n12345  12345 \n");
    assertThat(TextTable.decimal(2.345, 1)).isEqualTo("2.3");
  }

  @Test
  void linesOfTextsEndWithoutBlanks() {
    var columns =
        new Column[] {
          TextTable.column("name", HorizontalAlign.LEFT),
          TextTable.column("x", HorizontalAlign.RIGHT)
        };

    assertThat(TextTable.lines(columns, new String[][] {{"a", "100"}, {"b", ""}}))
        .containsExactly(" name    x", " a     100", " b");
  }
}

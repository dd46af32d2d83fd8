package io.metasched.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.simulation.kernel.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a bench, without a browser. */
final class BenchFilesTest {
  private static final String HOSTILE = "a,\"b\"</script><script>alert(1)</script>";

  @TempDir private Path folder;

  private record Row(String word, OptionalDouble number, List<Integer> parts) {}

  @Test
  void aTableIsACsvFileWithAllColumns() {
    write(
        new Row("plain", OptionalDouble.of(1.25), List.of()),
        new Row(HOSTILE, none(), List.of(1, 2)));

    assertThat(folder.resolve("rows.csv"))
        .hasContent(
            """
            word,number,parts
            plain,1.25,[]
            "a,""b""</script><script>alert(1)</script>",,"[1,2]"
            """);
  }

  @Test
  void thePageShowsWhatIsPrintedAndTextStaysText() throws IOException {
    write(new Row(HOSTILE, none(), List.of()));

    var page = Files.readString(folder.resolve("report.html"));
    assertThat(page).doesNotContain("alert(1)</script>").doesNotContain("src=", "@import");
    var from = page.indexOf('\n', page.indexOf("id=\"bench\""));
    var data = new ObjectMapper().readTree(page.substring(from, page.indexOf("</script>", from)));
    assertThat(data.path("tables").path(0).path("headers")).hasToString("[\"word\",\"n\"]");
    assertThat(data.path("tables").path(0).path("shown").path(0).path(0).asText())
        .isEqualTo(HOSTILE);
    assertThat(data.path("tables").path(0).path("shown").path(0).path(1).asText()).isEqualTo("-");
    assertThat(data.path("figures").path(0).path("curves").path(0).path("points"))
        .hasToString("[{\"x\":1,\"y\":2.5}]");
    assertThat(data.path("notes")).hasToString("[\"Two cores.\"]");
    assertThat(data.path("faults")).hasToString("[\"wrong\"]");
  }

  @Test
  void aBenchWithoutRowsHasFilesAllTheSame() {
    write();

    assertThat(folder.resolve("rows.csv")).hasContent("word,number,parts\n");
    assertThat(folder.resolve("summary.json")).content().contains("\"rows\" : [ ]");
  }

  private static OptionalDouble none() {
    return OptionalDouble.empty();
  }

  private void write(Row... rows) {
    var run = new BenchRun("toy", Progress.NONE);
    run.faults().add("wrong");
    run.note("Two cores.");
    run.add(
        BenchTable.<Row>of(
            "rows",
            "Rows",
            BenchColumn.column("word", Row::word),
            BenchColumn.column("number", 2, Row::number, "n", 1),
            BenchColumn.hidden("parts", 0, Row::parts)),
        List.of(rows));
    var points = List.of(new BenchFigure.Point(1, 2.5));
    run.add(new BenchFigure("Speed", "JVMs", "s", 1, List.of(new BenchFigure.Curve("a", points))));
    BenchFiles.write(run.report(), folder);
  }
}

package io.metasched.simulation.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.system.cyclic.environment.LocalEntry;
import io.metasched.simulation.system.cyclic.environment.NodeEntry;
import io.metasched.simulation.workload.JobEntry;
import io.metasched.simulation.workload.UserEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Agreement of the columns in the docs with their declarations. */
final class InputDocsTest {
  private static final String END = "<!-- end -->";

  static List<InputFormat<?>> formats() {
    return List.of(NodeEntry.FORMAT, UserEntry.FORMAT, JobEntry.FORMAT, LocalEntry.FORMAT);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void theSchemaInTheDocsIsTheDeclaredOne(InputFormat<?> format) throws IOException {
    var docs = Files.readString(docs());
    var begin = "<!-- schema of %s -->\n".formatted(format.name());
    int from = docs.indexOf(begin) + begin.length();

    assertThat(docs).contains(begin);
    assertThat(docs.substring(from, docs.indexOf(END, from)).lines())
        .containsExactlyElementsOf(format.schema());
  }

  private static Path docs() {
    var folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("docs/scenarios.md"))) {
      folder = folder.getParent();
    }
    return folder.resolve("docs/scenarios.md");
  }
}

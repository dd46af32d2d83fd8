package io.metasched.service.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Start of a submitted script by a shell, as on a node. */
final class LaunchScriptTest {
  @TempDir private Path folder;

  private String run(LaunchScript launch, String script, String... arguments) throws Exception {
    var own = Files.createDirectories(folder.resolve("work/slurm"));
    Files.writeString(own.resolve("launch"), launch.launch(), StandardCharsets.ISO_8859_1);
    Files.writeString(
        own.resolve("environment"), launch.environment(), StandardCharsets.ISO_8859_1);
    Files.writeString(own.resolve("script"), script);
    var words =
        new java.util.ArrayList<>(
            List.of("sh", "-c", ". \"$METASCHED_FOLDER/work/slurm/launch\"", "job.sh"));
    words.addAll(List.of(arguments));
    var builder = new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().clear();
    builder
        .environment()
        .putAll(
            Map.of(
                "METASCHED_FOLDER", folder.toString(),
                "METASCHED_NUMBER", "42",
                "METASCHED_NODE", "north-1",
                "METASCHED_ARRAY_INDEX", "7",
                "METASCHED_ARRAY_NUMBER", "40",
                "METASCHED_ATTEMPT", "2",
                "PATH", System.getenv("PATH")));
    var shell = builder.start();
    return new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
        + shell.waitFor();
  }

  private static LaunchScript launch(Map<String, String> exported, String files) {
    return new LaunchScript(
        LaunchScript.exported(new TreeMap<>(exported), Optional.empty()),
        new TreeMap<>(Map.of("SLURM_NTASKS", "3")),
        files,
        List.of("/bin/bash"));
  }

  @Test
  void theScriptGetsItsArgumentsVariablesAndFiles() throws Exception {
    var exported =
        Map.of("GREETING", "it's \"$HOME\"\nhere", "SLURM_JOB_ID", "7", "METASCHED_NODE", "other");
    var script =
        """
        echo "$1|$2|$GREETING|$SLURM_JOB_ID|$SLURMD_NODENAME|$SLURM_NTASKS"
        echo "$SLURM_RESTART_COUNT $SLURM_ARRAY_JOB_ID $SLURM_ARRAY_TASK_ID"
        echo problem >&2; exit 3
        """;

    var said = run(launch(exported, "</dev/null >out.txt 2>&1"), script, "a b", "*");

    assertThat(said).isEqualTo("3");
    assertThat(folder.resolve("out.txt"))
        .hasContent("a b|*|it's \"$HOME\"\nhere|42|north-1|3\n1 40 7\nproblem");
  }

  @Test
  void functionsThatBashExportsAreStillThere() throws Exception {
    var exported = Map.of("BASH_FUNC_module%%", "() {  echo \"loaded $1\"\n}");

    assertThat(run(launch(exported, "</dev/null"), "module gcc\n")).isEqualTo("loaded gcc\n0");
  }

  @Test
  void aFileThatCannotBeOpenedIsNamed() throws Exception {
    assertThat(run(launch(Map.of(), "</dev/null >none/out.txt"), "echo\n"))
        .contains("none/out.txt")
        .endsWith("2");
  }

  @ParameterizedTest
  @CsvSource({
    "ALL, A=1;B=2;C=3",
    "NONE, ''",
    "NIL, ''",
    "B, B=2",
    "'B,D=4', B=2;D=4",
    "'ALL,A=9', A=9;B=2;C=3",
    "Z, ''"
  })
  void exportSelectsVariables(String export, String left) {
    var all =
        new TreeMap<>(
            Map.of("A", "1", "B", "2", "C", "3", "SLURM_X", "x", "UID", "0", "METASCHED_RUN", "r"));
    all.put("bad name", "x");
    all.put("METASCHED_CLIENT_USER", "ann");

    var some = LaunchScript.exported(all, Optional.of(export));

    assertThat(some.toString()).isEqualTo("{" + left.replace(";", ", ") + "}");
  }
}

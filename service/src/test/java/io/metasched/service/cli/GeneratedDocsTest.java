package io.metasched.service.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.program.Metasched;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents generated from the descriptions of the commands. */
final class GeneratedDocsTest {
  @TempDir private Path folder;

  private static String run(int code, String... args) {
    var out = new StringWriter();
    var commandLine = Metasched.commandLine();
    commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
    assertThat(commandLine.execute(args)).as(out.toString()).isEqualTo(code);
    return out.toString();
  }

  @Test
  void bashCompletesCommandsAndTheirOptions() throws Exception {
    var script = Files.writeString(folder.resolve("completion"), run(0, "completion"));
    var tried =
        """
        . %s
        COMP_WORDS=(metasched dra); COMP_CWORD=1; _complete_metasched; echo "${COMPREPLY[*]}"
        COMP_WORDS=(metasched drain --rea); COMP_CWORD=2; _complete_metasched
        echo "next" "${COMPREPLY[*]}"
        """
            .formatted(script);
    var bash = new ProcessBuilder("bash", "-c", tried).redirectErrorStream(true).start();
    var said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();

    assertThat(bash.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(said).containsPattern("(?s)^drain\\b.*next .*--reason");
  }

  @Test
  void eachCommandHasAPageWithAllItsOptions() throws Exception {
    run(0, "man", folder.resolve("man1").toString());

    for (var each : Metasched.commandLine().getSubcommands().values()) {
      var name = each.getCommandName();
      var page = Files.readString(folder.resolve("man1/metasched-" + name + ".1"));
      assertThat(page).startsWith(".TH METASCHED-").contains(".SH SYNOPSIS\nmetasched ");
      for (var option : each.getCommandSpec().options()) {
        assertThat(page).contains(option.longestName().replace("-", "\\-"));
      }
    }
  }

  @Test
  void pagesThatCannotBeWrittenAreReportedInOneLine() throws Exception {
    var file = Files.createFile(folder.resolve("file"));

    assertThat(run(2, "man", file.toString()).lines()).hasSize(1);
  }
}

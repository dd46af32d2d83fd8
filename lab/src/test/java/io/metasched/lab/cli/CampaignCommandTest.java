package io.metasched.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.program.Metasched;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("campaign")
final class CampaignCommandTest {
  private static String run(int code, String... args) {
    var out = new StringWriter();
    var commandLine = Metasched.commandLine();
    commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
    assertThat(commandLine.execute(args)).as(out.toString()).isEqualTo(code);
    return out.toString();
  }

  @Test
  void anImpossibleAmountIsReportedInOneLine() {
    var said = run(2, "campaign", "--seeds", "0");

    assertThat(said).contains("--seeds: allowed are 1 to 1000000, given was 0").hasLineCount(1);
  }

  @Test
  void aFolderWithoutPostgresIsReportedInOneLine(@TempDir Path folder) {
    var said = run(2, "campaign", "--postgres", folder.toString());

    assertThat(said)
        .contains("--postgres: allowed is a folder with the programs initdb and postgres")
        .hasLineCount(1);
  }

  @Test
  void evidenceReplacesNoFolderThatExists(@TempDir Path folder) {
    var said = run(2, "campaign", "--out", folder.toString());

    assertThat(said)
        .contains("--out: allowed is a folder that does not exist, given was " + folder)
        .hasLineCount(1);
  }

  @Test
  @Tag("slow")
  void invariantsHoldUnderTheFaultsOfSomeSeeds() {
    var said = run(0, "campaign", "--seeds", "2", "--at-once", "2");

    assertThat(said)
        .contains(
            "seed 1, ", "seed 2, ", "2 seeds with " + Metasched.version() + ": nothing found");
    assertThat(said).containsPattern("kill-service.* [1-9][0-9]* jobs, [1-9][0-9]* runs");
  }

  @Test
  @Tag("long")
  @Timeout(value = 3, unit = TimeUnit.HOURS)
  void invariantsHoldUnderTheFaultsOfAHundredSeeds() {
    var said = run(0, "campaign", "--seeds", "100", "--seed", "101", "--at-once", "3");

    assertThat(said)
        .contains(
            "seed 101, ",
            "seed 200, ",
            "100 seeds with " + Metasched.version() + ": nothing found");
  }
}

package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arguments that the commands of brokers and agents reject. */
final class BrokerCommandTest {
  private static final String TASK =
      "<task><taskId>1</taskId><startTime>5</startTime><endTime>9</endTime><load>10</load></task>";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "broker | give one of --tasks FILE.xml, --show and --cancel TASK, but given were 0",
        "broker --tasks t.xml --show | but given were 2",
        "broker --show | --user NAME: is needed to see or to cancel",
        "broker --cancel 4 | --user NAME: is needed to see or to cancel",
        "broker --cancel four --user ann | --cancel: must be a whole number",
        "broker --show --user ann --stay | --stay, --out, --force: are for --tasks",
        "broker --tasks t.xml --user ann | --user: is for --show and --cancel",
        "broker --tasks t.xml --agents 0 | --agents: must be a whole number from 1 to 10000",
        "broker --tasks t.xml --start soon | --start: allowed is +SECONDSs such as +60s, epoch, or",
        "broker --tasks t.xml --start 1960-01-01T00:00:00Z | a time from 1970 on",
        "broker --tasks no-such.xml | there is no file no-such.xml",
        "node --roles agents | an agent needs --resources FILE.xml",
        "node --roles owners --resources r.xml | allowed with --roles agents only",
        "node --roles agents --resources no-such.xml | there is no file no-such.xml",
        "node --roles agents --resources conf/broker/resources.xml --max-load 101 | from 1 to 100,"
      })
  void badOptionsAreReportedInOneLine(String arguments, String words) {
    var run = CommandRun.of((Object[]) adapted(arguments).split(" "));

    run.refusedLeaving(folder, List.of(folder), words);
  }

  private static String adapted(String arguments) {
    return arguments.replace("conf/broker/", CommandRun.projectRoot().resolve("conf/broker") + "/");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<tasks>TASK | :2: this is not well-formed XML",
        "<!DOCTYPE t [<!ENTITY a '&b;&b;'>]><tasks>TASK</tasks> | :1: ",
        "<tasks>TASK&lol;</tasks> | :1: ",
        "<tasks><task><taskId>x</taskId></task></tasks> | :1: ",
        "<tasks>START-5</tasks> | :1: startTime must be seconds from 0",
        "<tasks>END5</tasks> | :1: endTime must be later than startTime, which is 5, but is '5'",
        "<tasks>LOAD101</tasks> | :1: load must be a whole number from 1 to 100, but is '101'",
        "<tasks>TASKTASK</tasks> | :1: taskId must not occur twice in a file, but is '1'",
        "<resources></resources> | :1: expected element tasks, but found resources"
      })
  void badFilesOfTasksAreReportedWithFileAndLine(String text, String words) throws IOException {
    var file = folder.resolve("tasks.xml");
    Files.writeString(
        file,
        text.replace("TASK", TASK)
                .replace("START-5", TASK.replace("<startTime>5", "<startTime>-5"))
                .replace("END5", TASK.replace("<endTime>9", "<endTime>5"))
                .replace("LOAD101", TASK.replace("<load>10", "<load>101"))
            + "\n");

    var run = CommandRun.of("broker", "--tasks", file);

    run.refusedLeaving(folder, List.of(folder, file), "tasks.xml" + words);
  }

  @Test
  void aBadFileOfResourcesIsReportedWithFileAndLine() throws IOException {
    var file = folder.resolve("nodes.xml");
    var written = Files.readString(CommandRun.projectRoot().resolve("conf/broker/resources.xml"));
    Files.writeString(file, written.replace("<CPU_idle>90", "<CPU_idle>101"));

    var run = CommandRun.of("node", "--roles", "agents", "--resources", file);

    run.refusedLeaving(
        folder,
        List.of(folder, file),
        "nodes.xml:20: CPU_idle must be a whole number from 0 to 100, but is '101'");
  }

  @Test
  void theHelpNamesWhatItIsFor() {
    assertThat(CommandRun.of("broker", "--help").done())
        .contains("--tasks", "--show", "--cancel", "--stay", "exit code is 0");
    assertThat(CommandRun.of("node", "--help").done())
        .contains("--resources", "MAX_LOAD", "MAX_TASKS");
  }
}

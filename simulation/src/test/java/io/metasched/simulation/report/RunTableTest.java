package io.metasched.simulation.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.system.cyclic.CyclicSystem;
import io.metasched.simulation.system.replay.ReplaySystem;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Users in the tables that a simulation prints. */
final class RunTableTest {
  private record Shown(RunTitle title, JsonNode json) implements RunTable.Shown {}

  @Test
  void usersAreShownByProcessorTimeTheBusiestTenAndHowManyMoreThereAre() {
    // user n uses n x (100 - n x n) s of processor time
    var cyclic =
        printed(
            new CyclicSystem(),
            (user, row) ->
                row.put("group", "u" + user)
                    .put("submitted", user)
                    .put("finished", user)
                    .put("meanProcTime", 100.0 - user * user));
    var replay =
        printed(
            new ReplaySystem(),
            (user, row) ->
                row.put("user", user).put("processorSeconds", user * (100.0 - user * user)));

    assertThat(cyclic.lines().filter(line -> line.matches("\\s*u\\d+ .*")))
        .hasSize(10)
        .first()
        .asString()
        .startsWith(" u6 ");
    assertThat(cyclic).contains("by user, most processor time first (2 more are in summary.json)");
    assertThat(cyclic).doesNotContain(" u12 ", " u11 ");
    assertThat(replay).contains("by user, most processor time first (2 more are in summary.json)");
    assertThat(replay.lines().filter(line -> line.matches("\\s*\\d+ .*")).map(RunTableTest::user))
        .containsExactly("6", "5", "7", "4", "8", "3", "2", "9", "1", "10");
  }

  private static String user(String line) {
    return line.strip().split(" +", 2)[0];
  }

  private static String printed(SimulatedSystem<?> system, BiConsumer<Integer, ObjectNode> user) {
    var json = PageFile.MAPPER.createObjectNode().put("policy", "p");
    var users = json.putArray("byUser");
    for (int number = 1; number <= 12; number++) {
      user.accept(number, users.addObject());
    }
    var title = new RunTitle("kind", "scenario", "p", "engine", 1, "1", 0, true);
    return RunTable.of(system, List.of(new Shown(title, json)), List.of());
  }
}

package io.metasched.simulation.system.cyclic.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.metasched.simulation.system.cyclic.metric.UserSpending;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import java.io.IOException;
import java.util.List;
import java.util.TreeSet;

/** Names of users for a page: users in the page's table and users of the first jobs. */
final class UserNames {
  private static final int MOST_JOBS = 10_000;

  private UserNames() {}

  static void write(CyclicRun run, List<UserSpending> rows, JsonGenerator json) throws IOException {
    var shown = new TreeSet<Integer>();
    rows.forEach(row -> shown.add(row.user()));
    run.jobs().stream().limit(MOST_JOBS).forEach(row -> shown.add(row.job().user()));
    var names = run.names().users();
    json.writeObjectFieldStart("userNames");
    for (int user : shown) {
      if (names.containsKey(user)) {
        json.writeStringField(Integer.toString(user), names.get(user));
      }
    }
    json.writeEndObject();
  }
}

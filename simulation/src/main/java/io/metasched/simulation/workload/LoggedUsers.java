package io.metasched.simulation.workload;

import io.metasched.resource.model.JobId;
import io.metasched.simulation.input.Numbering;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.Trace.LoggedUser;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.TreeMap;

/** Users with names in a log, and their organizations. */
public final class LoggedUsers {
  private static final LoggedUser UNKNOWN = new LoggedUser("unknown", "");

  private LoggedUsers() {}

  /**
   * Returns the jobs of a log with the names of their users.
   *
   * @param workload jobs converted from the log
   * @param organizations number of organizations to which users are assigned in round-robin order
   *     if the log names none
   * @param budgetMilli deposit into an account per cycle, in 1/1000 of money; -1 for unlimited
   *     accounts
   */
  public static DeclaredUsers.Owned owned(
      Trace trace, Workload workload, int organizations, long budgetMilli) {
    var names = new LinkedHashSet<String>();
    var numbers = TraceWorkload.userNumbers(trace);
    numbers
        .keySet()
        .forEach(
            user -> {
              var organization = trace.users().getOrDefault(user, UNKNOWN).organization();
              if (!organization.isEmpty() && names.size() < DeclaredUsers.MOST_ORGANIZATIONS) {
                names.add(organization);
              }
            });
    var vos = Numbering.of(names);
    var users = new ArrayList<Participants.User>();
    for (int user : numbers.keySet()) {
      var logged = trace.users().getOrDefault(user, UNKNOWN);
      int dealt = users.size() % (vos.size() == 0 ? organizations : vos.size());
      int vo =
          logged.organization().isEmpty() ? dealt : vos.number(logged.organization()).orElse(dealt);
      users.add(
          new Participants.User(logged.name(), vo, budgetMilli, Participants.User.PLAIN_WEIGHT));
    }
    var jobs = new ArrayList<SimulatedJob>(workload.jobs().size());
    for (var simulated : workload.jobs()) {
      var job = simulated.job();
      var id = new JobId(users.get(job.user()).organization(), job.id().number());
      jobs.add(simulated.as(id));
    }
    int count = Math.max(vos.size() == 0 ? organizations : 1, DeclaredUsers.count(users, vos));
    return new DeclaredUsers.Owned(
        new Workload(jobs, users.size(), workload.notes()),
        new Participants(users, vos, new TreeMap<>()),
        count);
  }
}

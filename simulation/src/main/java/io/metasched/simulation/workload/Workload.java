package io.metasched.simulation.workload;

import io.metasched.metascheduler.workflow.Workflows;
import io.metasched.resource.model.JobId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Job flow of a run.
 *
 * @param jobs jobs by (submission, id)
 * @param users number of users: the users are 0, 1, 2 and so on
 * @param notes remarks on the jobs for a reader of the results, such as dropped jobs
 * @param workflows workflows to which some of the jobs belong, by number
 */
public record Workload(
    List<SimulatedJob> jobs, int users, List<String> notes, List<SimulatedWorkflow> workflows) {
  private static final Comparator<SimulatedJob> ORDER =
      Comparator.<SimulatedJob>comparingLong(job -> job.job().submitTick())
          .thenComparing(job -> job.job().id());

  public Workload {
    jobs = jobs.stream().sorted(ORDER).toList();
    notes = List.copyOf(notes);
    workflows = List.copyOf(workflows);
  }

  /** Creates a job flow without workflows. */
  public Workload(List<SimulatedJob> jobs, int users, List<String> notes) {
    this(jobs, users, notes, List.of());
  }

  /** Returns the workflows of an organization. */
  public Workflows workflowsOf(int organization) {
    return new Workflows(
        workflows.stream()
            .filter(each -> each.organization() == organization)
            .map(SimulatedWorkflow::workflow)
            .toList());
  }

  /** Returns a copy whose jobs are refused if one of their preceding jobs never ran. */
  public Workload requiring() {
    var all = new ArrayList<SimulatedJob>(jobs.size());
    for (var each : jobs) {
      var precedence = each.precedence().required();
      all.add(new SimulatedJob(each.job(), each.real(), each.withdrawTick(), precedence));
    }
    return new Workload(all, users, notes);
  }

  /**
   * Returns a copy whose users are assigned to several virtual organizations in round-robin order.
   */
  public Workload dealtTo(int organizations) {
    if (organizations == 1) {
      return this;
    }
    var dealt = new ArrayList<SimulatedJob>(jobs.size());
    for (var simulated : jobs) {
      var job = simulated.job();
      var id = new JobId(job.user() % organizations, job.id().number());
      dealt.add(simulated.as(id));
    }
    return new Workload(dealt, users, notes);
  }
}

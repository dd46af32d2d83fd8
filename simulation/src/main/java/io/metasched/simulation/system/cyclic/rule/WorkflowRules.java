package io.metasched.simulation.system.cyclic.rule;

import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.big;
import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.units;

import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.WindowRequest;
import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.cyclic.rows.DrawnWorkflowRow;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Rules of workflows: order, money, time and refusals. */
final class WorkflowRules {
  private final RunIndex run;
  private final RuleReport report;
  private final TreeMap<Integer, List<JobRow>> members = new TreeMap<>();

  private WorkflowRules(RunIndex run, RuleReport report) {
    this.run = run;
    this.report = report;
    for (var job : run.jobs()) {
      if (job.workflow() >= 0) {
        members.computeIfAbsent(job.workflow(), number -> new ArrayList<>()).add(job);
      }
    }
  }

  /** Reports workflows whose jobs overlap, cost too much, end too late or are not all there. */
  static void workflow(RunIndex run, RuleReport report) {
    var rules = new WorkflowRules(run, report);
    var workflows = run.run().workflows();
    for (int number = 0; number < workflows.size(); number++) {
      var row = workflows.get(number);
      if (row.workflow() != number) {
        report.add(where(row), "its number must be %d", number);
      }
      rules.check(row, rules.members.getOrDefault(row.workflow(), List.of()));
    }
    rules.members.forEach(
        (number, jobs) -> {
          if (number >= workflows.size()) {
            report.add(where(jobs.get(0)), "it belongs to no workflow, but to %d", number);
          }
        });
  }

  private void check(DrawnWorkflowRow workflow, List<JobRow> jobs) {
    if (jobs.size() > workflow.jobs()) {
      report.add(where(workflow), "it has %d jobs, but %d here", workflow.jobs(), jobs.size());
    }
    var cost = BigInteger.ZERO;
    boolean isRefused = false;
    for (var job : jobs) {
      checkEdges(workflow, job);
      for (var part : run.placements(job.job().id())) {
        cost = cost.add(big(part.costMilli()));
        if (part.end() > workflow.deadlineTick()) {
          report.add(where(job), "its workflow must end by %s", units(workflow.deadlineTick()));
        }
      }
      isRefused |= job.outcome() == JobStatus.REFUSED && !job.reason().equals("workflow");
    }
    if (workflow.budgetMilli() != WindowRequest.NO_LIMIT
        && cost.compareTo(big(workflow.budgetMilli())) > 0) {
      report.add(
          where(workflow),
          "it may cost %s, but costs %s",
          units(workflow.budgetMilli()),
          units(cost));
    }
    for (var job : jobs) {
      if (job.reason().equals("workflow") && !isRefused) {
        report.add(where(job), "no other job of its workflow is refused");
      }
    }
  }

  /** Reports a job that was submitted too early or began before a preceding job left its nodes. */
  private void checkEdges(DrawnWorkflowRow workflow, JobRow job) {
    long submit = job.logged() < 0 ? job.job().submitTick() : job.logged();
    if (submit != workflow.submitTick()) {
      report.add(
          where(job),
          "it must be submitted with its workflow, at %s",
          units(workflow.submitTick()));
    }
    for (var placement : run.placements(job.job().id())) {
      for (long before : job.after().jobs()) {
        var preceding = run.placements(new JobId(job.job().id().vo(), before));
        if (preceding.isEmpty()
            || preceding.stream().anyMatch(part -> part.realEnd() > placement.start())) {
          report.add(where(job), "it must begin after job %d has ended", before);
        }
      }
    }
  }

  private static String where(DrawnWorkflowRow row) {
    return "workflow " + row.workflow();
  }

  private static String where(JobRow job) {
    return "job " + job.job().id();
  }
}

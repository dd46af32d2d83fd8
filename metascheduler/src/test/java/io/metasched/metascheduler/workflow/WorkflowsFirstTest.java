package io.metasched.metascheduler.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.search.SearchFamily;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Planning of workflows before other jobs, on one node of performance 1 from 0 to 100. */
final class WorkflowsFirstTest {
  private static final Span HORIZON = new Span(0, 100);
  private static final SearchFamily EXACT = SearchFamily.exact(1000);

  /** Jobs 1, 2 and 3 of 20 each; 2 and 3 after 1. */
  private static final Workflow WORKFLOW = Workflow.of(List.of(task(1), task(2, 0), task(3, 0)));

  private final List<Job> others = new ArrayList<>();
  private final List<Slot> left = new ArrayList<>();

  private static Workflow.Task task(long id, Integer... after) {
    return new Workflow.Task(job(id, 20), List.of(after));
  }

  private static Job job(long id, long length) {
    return Job.of(
        JobId.of(id),
        0,
        0,
        1,
        Work.duration(length),
        Requirements.NONE,
        WindowRequest.NO_LIMIT,
        WindowRequest.NO_LIMIT,
        Criterion.FINISH);
  }

  private Plan plan(WorkflowPolicy policy, Job... queue) {
    SchedulingPolicy rest =
        snapshot -> {
          others.addAll(snapshot.queue());
          left.addAll(snapshot.slots().whole().slots());
          return new Plan(
              snapshot.queue().stream()
                  .<Decision>map(
                      job -> new Decision.Postpone(job.id(), PostponeReason.NO_ALTERNATIVE, 0))
                  .toList());
        };
    var slots = new SlotTable(List.of(new Slot(Node.of(0, 1, 1000), HORIZON, 1000)));
    var snapshot = new CycleSnapshot(0, 0, HORIZON, 1, List.of(queue), slots, 1);
    var plan = new WorkflowsFirst(new Workflows(List.of(WORKFLOW)), policy, rest).plan(snapshot);
    assertThat(plan.fault(snapshot)).isEmpty();
    assertThat(slots.slots()).hasSize(1); // the snapshot is not changed
    return plan;
  }

  private static List<Long> starts(Plan plan) {
    return plan.decisions().stream()
        .filter(Decision.Place.class::isInstance)
        .map(decision -> ((Decision.Place) decision).window().start())
        .toList();
  }

  @Test
  void otherJobsArePlannedInTheTimeThatWorkflowsLeave() {
    var heft = WorkflowPolicies.named("heft", EXACT);

    var plan = plan(heft, job(9, 5), job(1, 20), job(2, 20), job(3, 20));

    assertThat(starts(plan)).containsExactly(0L, 20L, 40L);
    assertThat(others).containsExactly(job(9, 5));
    assertThat(left).extracting(Slot::span).containsExactly(new Span(60, 100));
  }

  @Test
  void theWaitingJobsOfAWorkflowArePlacedTogetherOrNotAtAll() {
    var heft = WorkflowPolicies.named("heft", EXACT);
    var late = job(2, 20).within(70, WindowRequest.NO_LIMIT);

    assertThat(starts(plan(heft, late, job(3, 20)))).containsExactly(70L, 0L);

    var tooLate = job(2, 20).within(81, WindowRequest.NO_LIMIT);
    assertThat(plan(heft, tooLate, job(3, 20)).decisions())
        .containsExactly(
            new Decision.Postpone(JobId.of(2), PostponeReason.NO_PLAN, 0),
            new Decision.Postpone(JobId.of(3), PostponeReason.NO_PLAN, 0));
  }

  @Test
  void theCostLimitOfTheJobsIsTheBudgetOfAllOfThem() {
    var heft = WorkflowPolicies.named("heft", EXACT);

    assertThat(starts(plan(heft, job(2, 20).within(0, 40), job(3, 20).within(0, 40)))).hasSize(2);
    assertThat(starts(plan(heft, job(2, 20).within(0, 39), job(3, 20).within(0, 39)))).isEmpty();
  }

  @Test
  void aWrongPlanIsAnError() {
    WorkflowPolicy wrong =
        snapshot ->
            new WorkflowPlan(Collections.nCopies(snapshot.workflow().size() - 1, Optional.empty()));

    assertThatThrownBy(() -> plan(wrong, job(1, 20), job(2, 20)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("workflow 0: 1 windows for 2 jobs");
  }
}

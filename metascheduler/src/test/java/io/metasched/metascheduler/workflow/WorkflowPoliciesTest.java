package io.metasched.metascheduler.workflow;

import static io.metasched.metascheduler.fixture.JobFixture.job;
import static io.metasched.metascheduler.fixture.SlotPicture.slots;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.workflow.Workflow.Task;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.search.SearchFamily;
import io.metasched.resource.slots.SlotTable;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WorkflowPoliciesTest {
  private static final SearchFamily EXACT = SearchFamily.exact(1000);
  private static final int PROBLEMS = 3000;

  @ParameterizedTest
  @ValueSource(strings = {"heft", "job-by-job"})
  void plansAreValidAndNoBetterThanTheOptimum(String name) {
    var policy = WorkflowPolicies.named(name, EXACT);
    for (long seed = 0; seed < PROBLEMS; seed++) {
      var problem = SmallWorkflow.of(seed);
      var plan = policy.plan(problem.snapshot());
      assertThat(WorkflowPlanCheck.faults(problem.snapshot(), plan)).as("seed %d", seed).isEmpty();
      if (plan.isComplete()) {
        var least = EveryWorkflowPlan.leastFinish(problem);
        assertThat(least).as("seed %d", seed).isPresent();
        assertThat(plan.finish()).as("seed %d", seed).isGreaterThanOrEqualTo(least.getAsLong());
      }
    }
  }

  @Test
  void heftFindsMostPlansAndIsCloseToTheOptimum() {
    int possible = 0;
    int complete = 0;
    double ratios = 0;
    for (long seed = 0; seed < PROBLEMS; seed++) {
      var problem = SmallWorkflow.of(seed);
      var least = EveryWorkflowPlan.leastFinish(problem);
      var plan = new Heft(EXACT).plan(problem.snapshot());
      if (least.isPresent()) {
        possible++;
        if (plan.isComplete()) {
          complete++;
          ratios += (double) plan.finish() / least.getAsLong();
        }
      }
    }
    assertThat(possible).isGreaterThan(PROBLEMS / 2);
    assertThat((double) complete / possible).isBetween(0.99, 1.0);
    assertThat(ratios / complete).isBetween(1.0, 1.02); // measured 1.0102
  }

  @Test
  void theJobOnTheLongestPathComesFirst() {
    var shortJob = task(job(0).volume(2).build());
    var first = task(job(1).volume(2).build());
    var second = task(job(2).volume(4).build(), 1);
    var workflow = Workflow.of(List.of(shortJob, first, second));

    assertThat(starts("heft", workflow, "n1 ........")).isEqualTo("6 0 2");
    assertThat(starts("job-by-job", workflow, "n1 ........")).isEqualTo("0 2 4");
  }

  @Test
  void aJobThatTheShareDoesNotPayForOnTheFastNodeRunsOnTheSlowOne() {
    var one = task(job(0).volume(4).wants(Criterion.FINISH).build());
    var other = task(job(1).volume(4).wants(Criterion.FINISH).build(), 0);
    var slots = new String[] {"n1 $1 ............", "n2 x2 $6 ............"};

    // a job costs 4 on the slow node and 12 on the fast one, 8 in the mean
    var rich = new Workflow(List.of(one, other), 24_000, WindowRequest.NO_LIMIT);
    assertThat(starts("heft", rich, slots)).isEqualTo("0 2");

    // job by job, the first job takes all but the least cost of the other one; by shares, the first
    // job has 8 and the second one has what is left
    var poor = new Workflow(List.of(one, other), 16_000, WindowRequest.NO_LIMIT);
    assertThat(starts("job-by-job", poor, slots)).isEqualTo("0 2");
    assertThat(starts("heft", poor, slots)).isEqualTo("0 4");
    assertThat(plan("heft", poor, slots).finish()).isEqualTo(6_000);

    var poorest = new Workflow(List.of(one, other), 8_000, WindowRequest.NO_LIMIT);
    assertThat(starts("heft", poorest, slots)).isEqualTo("0 4");
    assertThat(plan("heft", poorest, slots).costMilli()).isEqualTo(8_000);

    var tooPoor = new Workflow(List.of(one, other), 7_000, WindowRequest.NO_LIMIT);
    assertThat(starts("heft", tooPoor, slots)).isEqualTo("- -");
  }

  @Test
  void aJobEndsEarlyEnoughForTheShortestTimesOfItsSuccessors() {
    var cheap = task(job(0).volume(4).wants(Criterion.COST).build());
    var next = task(job(1).volume(4).wants(Criterion.COST).build(), 0);
    var slots = new String[] {"n1 $1 ............", "n2 x2 $6 ............"};

    var relaxed = new Workflow(List.of(cheap, next), WindowRequest.NO_LIMIT, 8_000);
    assertThat(plan("job-by-job", relaxed, slots).costMilli()).isEqualTo(8_000);

    var tight = new Workflow(List.of(cheap, next), WindowRequest.NO_LIMIT, 5_000);
    assertThat(starts("job-by-job", tight, slots)).isEqualTo("0 2");
    assertThat(plan("job-by-job", tight, slots).costMilli()).isEqualTo(24_000);

    var impossible = new Workflow(List.of(cheap, next), WindowRequest.NO_LIMIT, 3_000);
    assertThat(starts("job-by-job", impossible, slots)).isEqualTo("- -");
  }

  @Test
  void jobsAfterTheHorizonHaveNoWindow() {
    var first = task(job(0).volume(3).build());
    var second = task(job(1).volume(3).build(), 0);
    var third = task(job(2).volume(1).build(), 1);
    var other = task(job(3).volume(1).build());
    var workflow = Workflow.of(List.of(first, second, third, other));

    assertThat(starts("heft", workflow, "n1 #....")).isEqualTo("1 - - 4");
  }

  @Test
  void partsOfParallelJobsStartTogetherAfterAllPredecessors() {
    var one = task(job(0).volume(2).build());
    var two = task(job(1).volume(3).build());
    var wide = task(job(2).volume(1).nodes(2).build(), 0, 1);
    var workflow = Workflow.of(List.of(one, two, wide));

    assertThat(starts("heft", workflow, "n1 ........", "n2 ........")).isEqualTo("0 0 3");
  }

  @Test
  void edgesWithACycleOrWithoutAJobAreRefused() {
    var one = task(job(0).build(), 1);
    var two = task(job(1).build(), 0);
    var three = task(job(2).build(), 1);

    assertThatThrownBy(() -> Workflow.of(List.of(one, two, three, task(job(3).build()))))
        .hasMessage("3 of 4 jobs wait for each other in a cycle, or for such jobs");
    assertThatThrownBy(() -> Workflow.of(List.of(two, task(job(4).build(), 2))))
        .hasMessage("job 4: allowed is a predecessor from 0 to 1, given was 2");
    assertThatThrownBy(() -> WorkflowPolicies.named("dag", EXACT))
        .hasMessage("unknown workflow policy 'dag'; known are heft, job-by-job");
  }

  private static Task task(Job job, Integer... after) {
    return new Task(job, List.of(after));
  }

  private static WorkflowPlan plan(String policy, Workflow workflow, String... picture) {
    var slots = slots(picture);
    long end = slots.stream().mapToLong(slot -> slot.span().end()).max().orElseThrow();
    var snapshot = new WorkflowSnapshot(workflow, new Span(0, end), 1000, new SlotTable(slots));
    var plan = WorkflowPolicies.named(policy, EXACT).plan(snapshot);
    assertThat(WorkflowPlanCheck.faults(snapshot, plan)).isEmpty();
    return plan;
  }

  /** Returns the starts of all jobs, in units of time. */
  private static String starts(String policy, Workflow workflow, String... picture) {
    return plan(policy, workflow, picture).windows().stream()
        .map(window -> window.map(each -> "" + each.start() / 1000).orElse("-"))
        .collect(Collectors.joining(" "));
  }
}

package io.metasched.metascheduler.workflow;

import static io.metasched.metascheduler.fixture.CycleFixture.window;
import static io.metasched.metascheduler.fixture.JobFixture.job;
import static io.metasched.metascheduler.fixture.SlotPicture.slots;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.workflow.Workflow.Task;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class WorkflowPlanCheckTest {
  private static final long NO_LIMIT = WindowRequest.NO_LIMIT;

  @Test
  void aValidPlanHasNoFault() {
    assertThat(faults(NO_LIMIT, window(0, 2, 1, 1), window(2, 2, 1, 2))).isEmpty();
  }

  @Test
  void aSuccessorMustStartAfterTheEnd() {
    assertThat(faults(NO_LIMIT, window(0, 2, 1, 1), window(1, 2, 1, 2)))
        .containsExactly("job 2 starts before job 1 has ended");
    assertThat(faults(NO_LIMIT, null, window(2, 2, 1, 2)))
        .containsExactly("job 2 starts before job 1 has ended");
  }

  @Test
  void theMoneyOfTheWholeIsCounted() {
    assertThat(faults(3_000, window(0, 2, 1, 1), window(2, 2, 1, 2)))
        .containsExactly("the windows cost 4000 of 3000");
  }

  @Test
  void windowsMustBeVacantDisjointAndOfTheRightLengthAndCost() {
    assertThat(faults(NO_LIMIT, window(7, 2, 1, 1), null)).hasSize(2); // after the horizon, too
    assertThat(faults(NO_LIMIT, window(0, 1, 1, 1), null)).hasSize(1);
    assertThat(faults(NO_LIMIT, window(0, 2, 2, 1), null)).hasSize(1);
    assertThat(faults(NO_LIMIT, window(0, 2, 1, 1), window(1, 2, 1, 1)))
        .contains("job 2 starts before job 1 has ended")
        .hasSize(2);
  }

  private static List<String> faults(long budget, Window... windows) {
    var tasks =
        List.of(
            new Task(job(1).volume(2).build(), List.of()),
            new Task(job(2).volume(2).build(), List.of(0)));
    var snapshot =
        new WorkflowSnapshot(
            new Workflow(tasks, budget, NO_LIMIT),
            new Span(0, 8_000),
            1000,
            new SlotTable(slots("n1 ........", "n2 ........")));
    var plan = new WorkflowPlan(Arrays.stream(windows).map(Optional::ofNullable).toList());
    return WorkflowPlanCheck.faults(snapshot, plan);
  }
}

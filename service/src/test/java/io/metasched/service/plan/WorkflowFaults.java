package io.metasched.service.plan;

import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.WorkflowRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Independent check of the workflows of a book after a cycle: windows in the order of the edges,
 * within the deadline and the money of the whole.
 */
public final class WorkflowFaults {
  private WorkflowFaults() {}

  /** Returns a sentence for each violation; none for a valid book. */
  public static List<String> of(BookState state) {
    var faults = new ArrayList<String>();
    state.workflows().values().forEach(workflow -> check(state, workflow, faults));
    return faults;
  }

  private static void check(BookState state, WorkflowRecord workflow, List<String> faults) {
    long money = 0;
    var counts = new TreeMap<JobState, Integer>();
    for (var id : workflow.ids()) {
      var job = state.job(id).orElseThrow();
      money += job.money().held() + job.money().charged();
      counts.merge(job.state(), 1, Integer::sum);
      checkOrder(state, job, faults);
      var deadline = workflow.spec().deadline().map(state.ticks()::at).orElse(Long.MAX_VALUE);
      if (job.window().filter(window -> window.finish() > deadline).isPresent()) {
        faults.add("job %s ends after the deadline of its workflow".formatted(id));
      }
    }
    if (money > workflow.spec().budgetMilli().orElse(Long.MAX_VALUE)) {
      faults.add("workflow %s takes %d of its budget".formatted(workflow.id(), money));
    }
    if (!Map.copyOf(counts).equals(Map.copyOf(workflow.jobs().counts()))
        || money != workflow.jobs().committedMilli()) {
      faults.add("workflow %s has wrong sums".formatted(workflow.id()));
    }
  }

  private static void checkOrder(BookState state, JobRecord job, List<String> faults) {
    if (job.parts().isEmpty() || job.state().isFinal() || job.state() == JobState.WAITING) {
      return;
    }
    for (var on : job.spec().after()) {
      var before = state.job(on.job()).orElseThrow();
      boolean isMet = before.state().isFinal() && on.isMetBy(List.of(before.state()));
      boolean isAhead =
          !before.state().isFinal()
              && job.state().hasIdleWindow()
              && !before.parts().isEmpty()
              && finish(before) <= job.window().orElseThrow().start();
      if (!isMet && !isAhead) {
        faults.add(
            "job %s is %s, but it follows job %s, which is %s"
                .formatted(job.id(), job.state(), before.id(), before.state()));
      }
    }
  }

  private static long finish(JobRecord job) {
    return job.window().orElseThrow().finish();
  }
}

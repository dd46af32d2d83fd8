package io.metasched.metascheduler.workflow;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Check of a plan of a workflow, independent of the policies: it computes lengths, costs and limits
 * from the jobs and the slots alone. Cost: O((parts + slots) log parts).
 */
public final class WorkflowPlanCheck {
  private final WorkflowSnapshot snapshot;
  private final WorkflowPlan plan;
  private final Map<Integer, List<Slot>> slotsByNode = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();

  private WorkflowPlanCheck(WorkflowSnapshot snapshot, WorkflowPlan plan) {
    this.snapshot = snapshot;
    this.plan = plan;
    for (var slot : snapshot.slots().whole().slots()) {
      slotsByNode.computeIfAbsent(slot.node().id(), node -> new ArrayList<>()).add(slot);
    }
  }

  /** Returns a sentence for each violation; none for a valid plan. */
  public static List<String> faults(WorkflowSnapshot snapshot, WorkflowPlan plan) {
    var check = new WorkflowPlanCheck(snapshot, plan);
    check.run();
    return check.faults;
  }

  private void run() {
    var workflow = snapshot.workflow();
    if (plan.windows().size() != workflow.size()) {
      faults.add("%d windows for %d jobs".formatted(plan.windows().size(), workflow.size()));
      return;
    }
    var parts = new ArrayList<Part>();
    long cost = 0;
    for (int task = 0; task < workflow.size(); task++) {
      var window = plan.windows().get(task);
      if (window.isPresent()) {
        cost += check(workflow.job(task), window.get());
        checkEdges(task, window.get());
        parts.addAll(window.get().parts());
      }
    }
    if (cost > workflow.budgetMilli()) {
      faults.add("the windows cost %d of %d".formatted(cost, workflow.budgetMilli()));
    }
    checkDisjoint(parts);
  }

  private void checkEdges(int task, Window window) {
    var workflow = snapshot.workflow();
    for (int before : workflow.before(task)) {
      var earlier = plan.windows().get(before);
      if (earlier.isEmpty() || earlier.get().finish() > window.start()) {
        faults.add(
            "job %s starts before job %s has ended"
                .formatted(workflow.job(task).id(), workflow.job(before).id()));
      }
    }
  }

  /** Checks the window of one job; returns its cost. */
  private long check(Job job, Window window) {
    long cost = 0;
    if (window.parts().size() != job.nodes()) {
      faults.add("job %s: %d parts".formatted(job.id(), window.parts().size()));
    }
    for (var part : window.parts()) {
      var slot = slotOf(part);
      if (slot == null) {
        faults.add("job %s: %s is not vacant".formatted(job.id(), part));
        continue;
      }
      long length = job.work().lengthTicks(slot.node().performance(), snapshot.granularityTicks());
      long due = Ticks.costMilli(slot.priceMilli(), length);
      if (part.span().lengthTicks() != length || part.costMilli() != due) {
        faults.add("job %s: %s is not %d long at %d".formatted(job.id(), part, length, due));
      }
      if (!job.requirements().metBy(slot.node()) || slot.priceMilli() > job.slotPriceLimitMilli()) {
        faults.add("job %s: node %d is not admitted".formatted(job.id(), part.node()));
      }
      cost += due;
    }
    checkLimits(job, window, cost);
    return cost;
  }

  private void checkLimits(Job job, Window window, long cost) {
    long earliest = Math.max(job.earliestStart(), snapshot.horizon().start());
    long latest = Math.min(job.deadlineTick(), snapshot.workflow().deadlineTick());
    if (window.start() < earliest
        || window.finish() > Math.min(latest, snapshot.horizon().end())
        || cost > job.costLimitMilli()) {
      faults.add("job %s: %s is outside its limits".formatted(job.id(), window));
    }
  }

  private @Nullable Slot slotOf(Part part) {
    for (var slot : slotsByNode.getOrDefault(part.node(), List.of())) {
      if (slot.span().start() <= part.span().start() && part.span().end() <= slot.span().end()) {
        return slot;
      }
    }
    return null;
  }

  private void checkDisjoint(List<Part> parts) {
    parts.sort(Comparator.comparingInt(Part::node).thenComparingLong(part -> part.span().start()));
    for (int i = 1; i < parts.size(); i++) {
      var before = parts.get(i - 1);
      var part = parts.get(i);
      if (before.node() == part.node() && before.span().end() > part.span().start()) {
        faults.add("%s and %s overlap".formatted(before, part));
      }
    }
  }
}

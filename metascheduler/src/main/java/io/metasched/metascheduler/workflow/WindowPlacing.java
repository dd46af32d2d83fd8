package io.metasched.metascheduler.workflow;

import io.metasched.metascheduler.workflow.TaskEstimates.TaskEstimate;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.search.PreparedSearch;
import io.metasched.resource.search.SearchFamily;
import io.metasched.resource.slots.SlotView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Placing of the tasks of a workflow, one after the other, in any order in which a task comes after
 * its predecessors. Two bounds hold for each window, so that the remaining tasks stay possible
 * where this is known in advance: the end of the window leaves the shortest time to all tasks after
 * it, and its cost leaves the least cost of all tasks without a window. Confined to one thread.
 */
final class WindowPlacing {
  private final WorkflowSnapshot snapshot;
  private final Workflow workflow;
  private final SlotView slots;
  private final OverlapLimit limit;
  private final PreparedSearch search;
  private final List<TaskEstimate> estimates = new ArrayList<>();
  private final List<Optional<Window>> windows;
  private final long[] latestEnds;
  private long leastCostLeft; // of all tasks without a window
  private long spentMilli;

  WindowPlacing(WorkflowSnapshot snapshot, SearchFamily search) {
    this.snapshot = snapshot;
    workflow = snapshot.workflow();
    slots = snapshot.slots().copy();
    limit = snapshot.limit().copy();
    this.search = search.prepared();
    windows = new ArrayList<>(Collections.nCopies(workflow.size(), Optional.empty()));
    var byShape = new TaskEstimates(slots.whole().offers(), snapshot.granularityTicks());
    for (var task : workflow.tasks()) {
      var estimate = byShape.of(task.job());
      estimates.add(estimate);
      leastCostLeft += estimate.leastCostMilli();
    }
    latestEnds = latestEnds();
  }

  /** Returns the latest end of each task with which its successors can keep the deadline. */
  private long[] latestEnds() {
    var latest = new long[workflow.size()];
    var successors = workflow.successors();
    var order = workflow.order();
    for (int i = order.size() - 1; i >= 0; i--) {
      int task = order.get(i);
      latest[task] = Math.min(workflow.deadlineTick(), workflow.job(task).deadlineTick());
      for (int next : successors.get(task)) {
        if (latest[next] != WindowRequest.NO_LIMIT) {
          latest[task] = Math.min(latest[task], latest[next] - estimates.get(next).leastTicks());
        }
      }
    }
    return latest;
  }

  TaskEstimate estimate(int task) {
    return estimates.get(task);
  }

  boolean hasBudget() {
    return workflow.budgetMilli() != WindowRequest.NO_LIMIT;
  }

  /** Returns the money of the workflow that is not spent, in 1/1000; meaningless without budget. */
  long unspentMilli() {
    return workflow.budgetMilli() - spentMilli;
  }

  /**
   * Takes the best window of a task, if it has one after its predecessors.
   *
   * @param costLimitMilli further limit on its cost; {@link WindowRequest#NO_LIMIT} for none
   * @return whether the task has a window
   */
  boolean place(int task, Criterion criterion, long costLimitMilli) {
    var job = workflow.job(task);
    long ready = snapshot.horizon().start();
    for (int before : workflow.before(task)) {
      if (windows.get(before).isEmpty()) {
        return false;
      }
      ready = Math.max(ready, windows.get(before).get().finish());
    }
    long affordable = Math.min(costLimitMilli, mostFor(task));
    if (affordable < 0) {
      return false;
    }
    var request = job.request(snapshot.horizon(), snapshot.granularityTicks()).notBefore(ready);
    var bounded =
        request
            .between(request.earliestStart(), Math.min(request.deadline(), latestEnds[task]))
            .withCostLimit(Math.min(request.costLimitMilli(), affordable));
    var found = find(bounded, criterion);
    found.ifPresent(
        window -> {
          slots.subtract(window);
          limit.take(window);
          windows.set(task, found);
          spentMilli += window.costMilli();
          leastCostLeft -= estimates.get(task).leastCostMilli();
        });
    return found.isPresent();
  }

  /** Returns the best window among those that start when the limit on overlaps allows a window. */
  private Optional<Window> find(WindowRequest request, Criterion criterion) {
    var found = search.find(slots, request, criterion).window();
    while (found.isPresent()) {
      long from = limit.allowedFrom(found.get());
      if (from <= found.get().start()) {
        return found;
      }
      found =
          from < request.deadline()
              ? search.find(slots, request.between(from, request.deadline()), criterion).window()
              : Optional.empty();
    }
    return found;
  }

  /** Returns the highest cost of a task that leaves the least cost of the others. */
  private long mostFor(int task) {
    return hasBudget()
        ? unspentMilli() - (leastCostLeft - estimates.get(task).leastCostMilli())
        : WindowRequest.NO_LIMIT;
  }

  WorkflowPlan plan() {
    return new WorkflowPlan(windows);
  }
}

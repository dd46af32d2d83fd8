package io.metasched.metascheduler.workflow;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Search of the least finish of a small workflow by trying every order of the jobs and every set of
 * nodes for each job, with the earliest start that the earlier jobs of the order leave. One of
 * these plans has the least finish, because each node has one price.
 */
final class EveryWorkflowPlan {
  private final Workflow workflow;
  private final List<Slot> slots;
  private final Window[] windows;
  private long best = Long.MAX_VALUE;

  private EveryWorkflowPlan(SmallWorkflow problem) {
    workflow = problem.workflow();
    slots = problem.slots();
    windows = new Window[workflow.size()];
  }

  /** Returns the least finish of a plan with windows for all jobs; empty if there is none. */
  static OptionalLong leastFinish(SmallWorkflow problem) {
    var search = new EveryWorkflowPlan(problem);
    search.extend(0, 0, workflowBudget(problem));
    return search.best == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(search.best);
  }

  private static long workflowBudget(SmallWorkflow problem) {
    return problem.workflow().budgetMilli();
  }

  private void extend(int placed, long finish, long money) {
    if (placed == workflow.size()) {
      best = Math.min(best, finish);
      return;
    }
    for (int task = 0; task < workflow.size(); task++) {
      if (windows[task] == null
          && workflow.before(task).stream().allMatch(b -> windows[b] != null)) {
        chooseNodes(task, new ArrayList<>(), 0, placed, finish, money);
      }
    }
  }

  private void chooseNodes(
      int task, List<Node> chosen, int from, int placed, long finish, long money) {
    var job = workflow.job(task);
    if (chosen.size() == job.nodes()) {
      var window = earliest(task, job, chosen);
      if (window == null || window.finish() >= best || window.costMilli() > money) {
        return;
      }
      windows[task] = window;
      extend(placed + 1, Math.max(finish, window.finish()), money - window.costMilli());
      windows[task] = null;
      return;
    }
    var nodes = slots.stream().map(Slot::node).distinct().toList();
    for (int i = from; i < nodes.size(); i++) {
      if (job.requirements().metBy(nodes.get(i))) {
        chosen.add(nodes.get(i));
        chooseNodes(task, chosen, i + 1, placed, finish, money);
        chosen.remove(chosen.size() - 1);
      }
    }
  }

  private Window earliest(int task, Job job, List<Node> nodes) {
    long ready = 0;
    for (int before : workflow.before(task)) {
      ready = Math.max(ready, windows[before].finish());
    }
    for (long start = ready; start < SmallWorkflow.HORIZON.end(); start++) {
      var parts = new ArrayList<Part>();
      for (var node : nodes) {
        long length = job.work().lengthTicks(node.performance(), 1);
        var span = new Span(start, start + length);
        if (span.end() <= Math.min(workflow.deadlineTick(), job.deadlineTick())
            && isVacant(node, span)) {
          parts.add(Part.on(node, start, length, node.priceMilli()));
        }
      }
      if (parts.size() == nodes.size()) {
        var window = new Window(parts);
        return window.costMilli() <= job.costLimitMilli() ? window : null;
      }
    }
    return null;
  }

  private boolean isVacant(Node node, Span span) {
    boolean isInSlot =
        slots.stream()
            .anyMatch(
                slot ->
                    slot.node().equals(node)
                        && slot.span().start() <= span.start()
                        && span.end() <= slot.span().end());
    for (var window : windows) {
      if (window != null
          && window.parts().stream()
              .anyMatch(
                  part ->
                      part.node() == node.id()
                          && part.span().start() < span.end()
                          && span.start() < part.span().end())) {
        return false;
      }
    }
    return isInSlot;
  }
}

package io.metasched.metascheduler.workflow;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.search.SearchFamily;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * List scheduling by upward rank, with windows and a budget. The rank of a job is its mean length
 * plus the greatest rank of its successors. In descending order of ranks, each job gets the window
 * that ends first among those that its share of the budget pays for.
 *
 * <p>The share of a job is the mean cost of the job plus, in proportion to this cost, the money
 * that the mean costs of all open jobs leave. A job without such a window gets the one that ends
 * first if the open jobs leave money, otherwise its cheapest one.
 *
 * <p>Sources: HEFT by H. Topcuoglu, S. Hariri, M. Wu, IEEE Transactions on Parallel and Distributed
 * Systems 13(3), 2002, section 4.1, without communication costs; the shares of the budget by W.
 * Zheng, R. Sakellariou, "Budget-Deadline Constrained Workflow Planning for Admission Control",
 * Journal of Grid Computing 11(4), 2013 (BHEFT). Departures: jobs are parallel and take windows of
 * vacant slots; and no window may take the least cost, or the shortest time before the deadline, of
 * the jobs after it.
 *
 * <p>Cost: at most two searches per job.
 */
final class Heft implements WorkflowPolicy {
  private final SearchFamily search;

  Heft(SearchFamily search) {
    this.search = search;
  }

  @Override
  public WorkflowPlan plan(WorkflowSnapshot snapshot) {
    var placing = new WindowPlacing(snapshot, search);
    var open = new OpenCosts(snapshot.workflow(), placing);
    for (int task : byRank(snapshot.workflow(), placing)) {
      double mean = placing.estimate(task).meanCostMilli();
      double spare = placing.hasBudget() ? placing.unspentMilli() - open.sum : 0;
      boolean isPlaced = placing.place(task, Criterion.FINISH, share(placing, mean, spare, open));
      if (!isPlaced && placing.hasBudget()) {
        var criterion = spare >= 0 ? Criterion.FINISH : Criterion.COST;
        isPlaced = placing.place(task, criterion, WindowRequest.NO_LIMIT);
      }
      open.sum -= isPlaced ? mean : 0;
    }
    return placing.plan();
  }

  /** Sum of the mean costs of the jobs without a window. */
  private static final class OpenCosts {
    private double sum;

    OpenCosts(Workflow workflow, WindowPlacing placing) {
      for (int task = 0; task < workflow.size(); task++) {
        sum += placing.estimate(task).meanCostMilli();
      }
    }
  }

  private static long share(WindowPlacing placing, double mean, double spare, OpenCosts open) {
    if (!placing.hasBudget()) {
      return WindowRequest.NO_LIMIT;
    }
    return (long) (mean + (spare > 0 && open.sum > 0 ? spare * mean / open.sum : 0));
  }

  /** Returns the tasks in descending order of upward ranks; equal ranks in topological order. */
  static List<Integer> byRank(Workflow workflow, WindowPlacing placing) {
    var order = workflow.order();
    var successors = workflow.successors();
    var ranks = new double[workflow.size()];
    for (int i = order.size() - 1; i >= 0; i--) {
      int task = order.get(i);
      for (int next : successors.get(task)) {
        ranks[task] = Math.max(ranks[task], ranks[next]);
      }
      ranks[task] += placing.estimate(task).meanTicks();
    }
    var byRank = new ArrayList<>(order);
    byRank.sort(Comparator.comparingDouble(task -> -ranks[task]));
    return byRank;
  }
}

package io.metasched.metascheduler.workflow;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Workflow of few jobs on few slots of few ticks, small enough to try every plan. Each node has one
 * price.
 */
record SmallWorkflow(Workflow workflow, List<Slot> slots) {
  static final Span HORIZON = new Span(0, 60);

  static SmallWorkflow of(long seed) {
    var random = new SplittableRandom(seed);
    var slots = new ArrayList<Slot>();
    int nodes = random.nextInt(1, 4);
    for (int id = 0; id < nodes; id++) {
      var node = Node.of(id, random.nextInt(1, 4), 1000L * random.nextInt(4));
      long start = random.nextInt(4);
      int count = random.nextInt(1, 4);
      for (int i = 0; i < count; i++) {
        long end = i == count - 1 ? HORIZON.end() : start + random.nextInt(1, 12);
        slots.add(new Slot(node, new Span(start, end), node.priceMilli()));
        start = end + random.nextInt(1, 4);
      }
    }
    var tasks = new ArrayList<Workflow.Task>();
    int size = random.nextInt(1, 5);
    for (int task = 0; task < size; task++) {
      var after = new ArrayList<Integer>();
      for (int before = 0; before < task; before++) {
        if (random.nextInt(2) == 0) {
          after.add(before);
        }
      }
      tasks.add(new Workflow.Task(job(task, random, nodes), after));
    }
    long budget = random.nextBoolean() ? WindowRequest.NO_LIMIT : random.nextInt(60);
    long deadline = random.nextBoolean() ? WindowRequest.NO_LIMIT : random.nextInt(5, 40);
    return new SmallWorkflow(new Workflow(tasks, budget, deadline), slots);
  }

  private static Job job(int number, SplittableRandom random, int nodes) {
    return Job.of(
        JobId.of(number),
        0,
        0,
        random.nextInt(4) == 0 ? random.nextInt(1, nodes + 1) : 1,
        random.nextInt(4) == 0
            ? Work.duration(random.nextInt(1, 6))
            : Work.volume(random.nextInt(1, 13)),
        new Requirements(random.nextInt(5) == 0 ? 2 : 0, List.of()),
        random.nextInt(5) == 0 ? random.nextInt(20) : WindowRequest.NO_LIMIT,
        WindowRequest.NO_LIMIT,
        random.nextBoolean() ? Criterion.FINISH : Criterion.COST);
  }

  WorkflowSnapshot snapshot() {
    return new WorkflowSnapshot(workflow, HORIZON, 1, new SlotTable(slots));
  }
}

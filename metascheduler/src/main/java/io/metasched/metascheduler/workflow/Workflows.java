package io.metasched.metascheduler.workflow;

import io.metasched.resource.model.JobId;
import java.util.List;
import java.util.TreeMap;

/** Workflows that an organization plans as wholes, numbered from 0. Immutable. */
public final class Workflows {
  /** No workflows. */
  public static final Workflows NONE = new Workflows(List.of());

  /** Number of a job without a workflow. */
  public static final int NO_WORKFLOW = -1;

  private record Place(int workflow, int task) {}

  private final List<Workflow> workflows;
  private final TreeMap<JobId, Place> places = new TreeMap<>();

  public Workflows(List<Workflow> workflows) {
    this.workflows = List.copyOf(workflows);
    for (int number = 0; number < workflows.size(); number++) {
      for (int task = 0; task < workflows.get(number).size(); task++) {
        places.put(workflows.get(number).job(task).id(), new Place(number, task));
      }
    }
  }

  public boolean isEmpty() {
    return workflows.isEmpty();
  }

  public Workflow get(int number) {
    return workflows.get(number);
  }

  /** Returns the number of the workflow of a job; {@link #NO_WORKFLOW} if the job has none. */
  public int of(JobId job) {
    var place = places.get(job);
    return place == null ? NO_WORKFLOW : place.workflow();
  }

  /** Returns whether a job belongs to a workflow. */
  public boolean have(JobId job) {
    return places.containsKey(job);
  }

  /** Returns the predecessors of a job; none for a job without a workflow. */
  public List<JobId> before(JobId job) {
    var place = places.get(job);
    if (place == null) {
      return List.of();
    }
    var workflow = get(place.workflow());
    return workflow.before(place.task()).stream().map(task -> workflow.job(task).id()).toList();
  }

  /** Returns the jobs of a workflow. */
  public List<JobId> jobs(int number) {
    return get(number).tasks().stream().map(task -> task.job().id()).toList();
  }
}

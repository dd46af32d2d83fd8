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

  private record Place(int workflow, List<JobId> before) {}

  private final List<Workflow> workflows;
  private final TreeMap<JobId, Place> places = new TreeMap<>();

  public Workflows(List<Workflow> workflows) {
    this.workflows = List.copyOf(workflows);
    for (int number = 0; number < workflows.size(); number++) {
      var workflow = workflows.get(number);
      for (var task : workflow.tasks()) {
        var before = task.after().stream().map(place -> workflow.job(place).id()).toList();
        places.put(task.job().id(), new Place(number, before));
      }
    }
  }

  public boolean isEmpty() {
    return workflows.isEmpty();
  }

  public int size() {
    return workflows.size();
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
    return place == null ? List.of() : place.before();
  }
}

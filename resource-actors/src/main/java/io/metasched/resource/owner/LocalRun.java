package io.metasched.resource.owner;

import io.metasched.resource.model.Span;

/**
 * Local job with its span on the node.
 *
 * @param job the job
 * @param span time in which the job occupies the node
 * @param planned true for planned load, known when a horizon opens; false for a job that arrived
 */
public record LocalRun(LocalJob job, Span span, boolean planned) {

  public long waitTicks() {
    return span.start() - job.arrivalTick();
  }
}

package io.metasched.simulation.kernel;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;

/**
 * What is a system's own in the report page: sections, scripts, and the data that they show. The
 * frame is the same for all systems. Each page has a new one, as it may remember its runs.
 *
 * @param <R> the tables of a run
 */
public interface PageSections<R> {
  /** The resource with the sections. */
  String body();

  /** The resources of the scripts behind those of the chart, in order. */
  List<String> scripts();

  /**
   * Writes the data of a run as one JSON object. Called run by run, in the order of the policies.
   */
  void run(R run, JsonGenerator block) throws IOException;

  /**
   * Adds to the data of all runs, when the last one has been written.
   *
   * @param shown the summary without what differs from run to run; is changed
   */
  void summary(ObjectNode shown);
}

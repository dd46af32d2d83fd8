package io.metasched.simulation.kernel;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;

/**
 * Parts of the report page that are specific to a system: sections, scripts, and their data. The
 * frame is common to all systems. Each page has a new instance, which may store its runs.
 *
 * @param <R> tables of a run
 */
public interface PageSections<R> {
  /** Returns the resource with the sections. */
  String body();

  /** Returns the resources of the scripts that are loaded after the chart's scripts, in order. */
  List<String> scripts();

  /**
   * Writes the data of a run as one JSON object. Called run by run, in the order of the policies.
   */
  void run(R run, JsonGenerator block) throws IOException;

  /**
   * Adds to the data of all runs, after the last one has been written.
   *
   * @param shown summary without the fields that differ from run to run; modified
   */
  void summary(ObjectNode shown);
}

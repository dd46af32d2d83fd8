package io.metasched.metascheduler.workflow;

import io.metasched.resource.search.SearchFamily;
import java.util.List;

/** Registry of workflow policies. */
public final class WorkflowPolicies {
  private static final List<String> NAMES = List.of("heft", "job-by-job");

  private WorkflowPolicies() {}

  public static List<String> names() {
    return NAMES;
  }

  /**
   * Creates a policy.
   *
   * @throws IllegalArgumentException for an unknown name; the message lists the known ones
   */
  public static WorkflowPolicy named(String name, SearchFamily search) {
    return switch (name) {
      case "heft" -> new Heft(search);
      case "job-by-job" -> new JobByJob(search);
      default ->
          throw new IllegalArgumentException(
              "unknown workflow policy '%s'; known are %s"
                  .formatted(name, String.join(", ", NAMES)));
    };
  }
}

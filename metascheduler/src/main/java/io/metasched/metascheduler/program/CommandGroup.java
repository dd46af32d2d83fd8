package io.metasched.metascheduler.program;

/** Groups of commands in the help, in the order of the help. */
public enum CommandGroup {
  SIMULATE("Simulate and study"),
  SERVICE("Live service"),
  SITES("Nodes, agents and clusters"),
  MEASURE("Measure and verify"),
  HELP("Shell and help");

  private final String title;

  CommandGroup(String title) {
    this.title = title;
  }

  /** Returns the heading in the help. */
  public String title() {
    return title;
  }
}

package io.metasched.service.run;

/** Environment variables of each part of a job, with their meanings for the docs. */
public enum JobVariable {
  JOB_ID("id of the job"),
  NUMBER("number of the job in Slurm's commands"),
  ARRAY_ID("id of the array, if the job is an element of an array"),
  ARRAY_NUMBER("number of the array in Slurm's commands"),
  ARRAY_INDEX("index of the element in its array"),
  ARRAY_SIZE("number of elements of the array"),
  ATTEMPT("attempt to run the job, from 1"),
  PART("number of the part, from 0"),
  PARTS("number of parts"),
  NODE("node of the part"),
  NODES("nodes of all parts, separated by commas; absent above 131,071 bytes"),
  ACCOUNT("account of the job"),
  WINDOW_END("end of the window, in UTC"),
  RUN("id of the run"),
  FOLDER("run folder");

  private final String meaning;

  JobVariable(String meaning) {
    this.meaning = meaning;
  }

  /** Returns the name in the environment. */
  public String key() {
    return "METASCHED_" + name();
  }

  public String meaning() {
    return meaning;
  }
}

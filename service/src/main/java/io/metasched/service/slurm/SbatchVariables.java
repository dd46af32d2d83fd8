package io.metasched.service.slurm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.book.ArrayIndices;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;

/** Variables of Slurm in the environment of a script, as known at its submission. */
record SbatchVariables(ClientView view, GivenOptions given, int cpus) {

  /** Returns the variables, in one character for each byte. */
  SortedMap<String, String> all(ObjectNode job) {
    var all = new TreeMap<String, String>();
    var tasks = String.valueOf(given.count("ntasks", 1));
    all.put("ENVIRONMENT", "BATCH");
    all.put("SLURM_CLUSTER_NAME", ClientView.CLUSTER);
    all.put("SLURM_CPUS_ON_NODE", String.valueOf(cpus));
    all.put("SLURM_JOB_CPUS_PER_NODE", String.valueOf(cpus));
    given.last("cpus-per-task").ifPresent(count -> all.put("SLURM_CPUS_PER_TASK", count));
    all.put("SLURM_GTIDS", "0");
    all.put("SLURM_JOB_NAME", job.path("name").asText());
    all.put("SLURM_JOB_NUM_NODES", "1");
    all.put("SLURM_NNODES", "1");
    all.put("SLURM_JOB_USER", view.call().user());
    all.put("SLURM_LOCALID", "0");
    all.put("SLURM_NODEID", "0");
    all.put("SLURM_PROCID", "0");
    all.put("SLURM_NTASKS", tasks);
    all.put("SLURM_NPROCS", tasks);
    all.put("SLURM_TASKS_PER_NODE", tasks);
    all.put("SLURM_SUBMIT_DIR", view.call().folder());
    given.last("account").ifPresent(text -> all.put("SLURM_JOB_ACCOUNT", text));
    given.last("partition").ifPresent(text -> all.put("SLURM_JOB_PARTITION", text));
    given.last("array").ifPresent(text -> array(all, text.replaceFirst("%.*", "")));
    long bytes = job.at("/run/limits/memoryBytes").asLong();
    if (bytes > 0) {
      all.put("SLURM_MEM_PER_NODE", String.valueOf(bytes >> 20));
    }
    all.replaceAll(
        (name, value) ->
            new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
    return all;
  }

  private static void array(SortedMap<String, String> all, String text) {
    try {
      var indices = ArrayIndices.parse(text);
      int last = indices.size() - 1;
      all.put("SLURM_ARRAY_TASK_COUNT", String.valueOf(indices.size()));
      all.put("SLURM_ARRAY_TASK_MIN", String.valueOf(indices.at(0)));
      all.put("SLURM_ARRAY_TASK_MAX", String.valueOf(indices.at(last)));
      int step = last == 0 ? 1 : indices.at(1) - indices.at(0);
      all.put("SLURM_ARRAY_TASK_STEP", String.valueOf(step));
    } catch (IllegalArgumentException e) {
      throw new ClientFaultException(
          "Invalid job array specification: %s; allowed are %s"
              .formatted(e.getMessage(), ArrayIndices.ALLOWED));
    }
  }
}

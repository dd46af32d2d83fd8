package io.metasched.service.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigValueType;
import io.metasched.service.script.ShellWords;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * File that describes a workflow, in HOCON: its name, budget, deadline, policy and jobs. Each job
 * has a name, the words of a submit command, and the names of the jobs that it follows. Paths are
 * relative to the folder of the file.
 */
final class WorkflowFile {
  private static final List<String> TEXTS =
      List.of("name", "account", "budget", "deadline", "policy");
  private static final List<String> OF_JOB = List.of("task", "submit", "after", "after-any");

  private WorkflowFile() {}

  /**
   * Returns the workflow in the form of a request.
   *
   * @throws IllegalArgumentException for a file that cannot be read, or an invalid member
   */
  static ObjectNode read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(file + ": there is no such file");
    }
    try {
      var strict = ConfigParseOptions.defaults().setAllowMissing(false);
      var folder = Optional.ofNullable(file.getParent()).orElse(Path.of(""));
      return workflow(ConfigFactory.parseFile(file.toFile(), strict).resolve(), folder);
    } catch (ConfigException | IllegalArgumentException e) {
      var why = String.valueOf(e.getMessage());
      throw new IllegalArgumentException(why.startsWith(file + ":") ? why : file + ": " + why, e);
    }
  }

  private static ObjectNode workflow(Config config, Path folder) {
    requireKnown("", config, List.of("jobs"), TEXTS);
    var body = JsonNodeFactory.instance.objectNode();
    for (var name : TEXTS) {
      if (config.hasPath(name)) {
        body.put(name, config.getString(name));
      }
    }
    var jobs = body.putArray("jobs");
    for (var job : config.getConfigList("jobs")) {
      var place = "jobs.%d".formatted(jobs.size());
      requireKnown(place + ".", job, OF_JOB, List.of());
      var task = jobs.addObject().put("task", job.getString("task"));
      names(job, "after", task, "after");
      names(job, "after-any", task, "afterAny");
      try {
        task.set("job", JobWords.job(folder, words(job)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(place + ".submit: " + e.getMessage(), e);
      }
    }
    return body;
  }

  private static List<String> words(Config job) {
    return job.getValue("submit").valueType() == ConfigValueType.LIST
        ? job.getStringList("submit")
        : ShellWords.of(job.getString("submit"));
  }

  private static void names(Config job, String member, ObjectNode task, String as) {
    if (job.hasPath(member)) {
      job.getStringList(member).forEach(task.putArray(as)::add);
    }
  }

  private static void requireKnown(
      String place, Config config, List<String> some, List<String> others) {
    var allowed = new TreeSet<>(some);
    allowed.addAll(others);
    for (var name : new TreeSet<>(config.root().keySet())) {
      if (!allowed.contains(name)) {
        throw new IllegalArgumentException(
            "%s%s is unknown; allowed are %s".formatted(place, name, String.join(", ", allowed)));
      }
    }
  }
}

package io.metasched.simulation.scenario;

import io.metasched.metascheduler.program.SpellingHint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finder of scenarios by the path of a file or by name. A name is searched in the folder of
 * scenarios or, without that folder, among the packed scenarios of the program.
 *
 * @param schemas schemas of all systems
 * @param folder conf/scenarios of the installation, if known
 */
public record ScenarioFiles(ScenarioSchemas schemas, Optional<Path> folder) {

  /**
   * Returns the scenario with that path or name.
   *
   * @throws UsageException if there is none
   */
  public ScenarioText find(String pathOrName) {
    try {
      var path = Path.of(pathOrName);
      // a folder with the name of a scenario does not hide it
      if (Files.isRegularFile(path) || (Files.exists(path) && !names().contains(pathOrName))) {
        return schemas.ofFile(path);
      }
    } catch (InvalidPathException e) { // reported below
    }
    return named(pathOrName);
  }

  /**
   * Returns the scenario with that name, regardless of the files in the current folder.
   *
   * @throws UsageException if there is none
   */
  public ScenarioText named(String name) {
    if (folder.isPresent() && names().contains(name)) {
      return schemas.ofFile(folder.get().resolve(name + ".conf"));
    }
    if (schemas.packedNames().contains(name)) {
      return schemas.packed(name);
    }
    throw new UsageException(
        "scenario '%s': no such file, and no such name%s; known are %s"
            .formatted(name, SpellingHint.hint(name, names()), String.join(", ", names())));
  }

  private List<String> names() {
    var names = new ArrayList<String>();
    if (folder.isPresent() && Files.isDirectory(folder.get())) {
      try (var files = Files.list(folder.get())) {
        files
            .map(file -> String.valueOf(file.getFileName()))
            .filter(name -> name.endsWith(".conf"))
            .map(name -> name.substring(0, name.length() - ".conf".length()))
            .sorted()
            .forEach(names::add);
      } catch (IOException e) { // then no names are known
      }
    }
    return names.isEmpty() ? schemas.packedNames() : names;
  }
}

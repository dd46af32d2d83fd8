package io.metasched.simulation.workload;

import io.metasched.simulation.input.InputFaults;
import io.metasched.simulation.workload.trace.BatsimReader;
import io.metasched.simulation.workload.trace.GwfReader;
import io.metasched.simulation.workload.trace.SacctReader;
import io.metasched.simulation.workload.trace.SkippedLines;
import io.metasched.simulation.workload.trace.SwfReader;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Reads logs of all formats. The output of {@code sacct} is known by its first line; for others the
 * end of the name says which: {@code .gwf} is the Grid Workloads Format, {@code .json} a workload
 * of Batsim or, where it is a list, a file of jobs, {@code .csv} a file of jobs, anything else the
 * Standard Workload Format. All but files of jobs may be packed ({@code .gz}).
 */
public final class Logs {
  private static final Pattern GWF = Pattern.compile(".*\\.gwf(\\.gz)?");
  private static final Pattern JSON = Pattern.compile(".*\\.json(\\.gz)?");

  private Logs() {}

  /**
   * Reads a log.
   *
   * @throws io.metasched.simulation.workload.trace.TraceException when it cannot be used
   * @throws io.metasched.simulation.input.InputException when a file of jobs cannot be used
   */
  public static Trace read(Path file, TraceOptions options) {
    if (SacctReader.isOne(file)) {
      return SacctReader.read(List.of(file), options);
    }
    var name = file.toString().toLowerCase(Locale.ROOT);
    if (GWF.matcher(name).matches()) {
      return GwfReader.read(file, options);
    }
    if (name.endsWith(".csv") || (name.endsWith(".json") && FirstSign.of(file) == '[')) {
      return ownJobs(file, options);
    }
    if (JSON.matcher(name).matches()) {
      return BatsimReader.read(file, options);
    }
    return SwfReader.read(file, options);
  }

  private static Trace ownJobs(Path file, TraceOptions options) {
    var faults = InputFaults.ofLog(options.skipMalformed());
    var jobs = OwnJobs.read(file, OwnUsers.NONE, faults);
    return RigidJobTable.trace(jobs, options, SkippedLines.of(faults, file));
  }

  /** Reads several files of the Standard Workload Format or of sacct, or one of any, as one log. */
  public static Trace read(List<Path> files, TraceOptions options) {
    if (files.size() == 1) {
      return read(files.get(0), options);
    }
    return files.stream().allMatch(SacctReader::isOne)
        ? SacctReader.read(files, options)
        : SwfReader.read(files, options);
  }
}

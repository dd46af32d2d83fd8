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
 * Reader of logs in all formats. The output of {@code sacct} is recognized by its first line, other
 * formats by the suffix of the name:
 *
 * <ul>
 *   <li>{@code .gwf}: Grid Workloads Format;
 *   <li>{@code .json}: workload of Batsim or, if it is a list, a file of jobs;
 *   <li>{@code .csv}: file of jobs;
 *   <li>any other: Standard Workload Format.
 * </ul>
 *
 * <p>All formats except files of jobs may be compressed ({@code .gz}).
 */
public final class Logs {
  private static final Pattern GWF = Pattern.compile(".*\\.gwf(\\.gz)?");
  private static final Pattern JSON = Pattern.compile(".*\\.json(\\.gz)?");

  private Logs() {}

  /**
   * Reads a log.
   *
   * @throws io.metasched.simulation.workload.trace.TraceException if the log cannot be used
   * @throws io.metasched.simulation.input.InputException if a file of jobs cannot be used
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
    var jobs = JobFile.read(file, DeclaredUsers.NONE, faults);
    return RigidJobTable.trace(jobs, options, SkippedLines.of(faults, file));
  }

  /**
   * Reads several files of the Standard Workload Format or of sacct, or one file of any format, as
   * one log.
   */
  public static Trace read(List<Path> files, TraceOptions options) {
    if (files.size() == 1) {
      return read(files.get(0), options);
    }
    return files.stream().allMatch(SacctReader::isOne)
        ? SacctReader.read(files, options)
        : SwfReader.read(files, options);
  }
}

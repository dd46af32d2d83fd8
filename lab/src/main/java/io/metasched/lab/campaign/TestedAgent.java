package io.metasched.lab.campaign;

import io.metasched.metascheduler.deployment.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** An agent in a separate JVM, with the link on which it receives orders. */
final class TestedAgent implements AutoCloseable {
  private final Path log;
  private final List<String> options;
  private final List<String> words;
  private final TcpProxy orders;
  private @Nullable TestedJvm jvm;

  /**
   * Creates an agent that is not started.
   *
   * @param log file for its standard error
   * @param options JVM options
   * @param words returns main class and arguments for the port at which it is found
   */
  TestedAgent(Path log, List<String> options, IntFunction<List<String>> words) throws IOException {
    int port = FreePort.find();
    this.log = log;
    this.options = new ArrayList<>(options);
    this.options.add("-Dakka.remote.artery.bind.port=" + port);
    orders = new TcpProxy(port);
    this.words = words.apply(orders.port());
  }

  void launch() throws IOException {
    jvm = TestedJvm.start(log, options, words);
  }

  TestedJvm jvm() {
    return TestedSystem.require(jvm);
  }

  /** Returns the link on which the agent receives orders. */
  TcpProxy orders() {
    return orders;
  }

  @Override
  public void close() throws IOException {
    if (jvm != null) {
      jvm.close();
    }
    orders.close();
  }
}

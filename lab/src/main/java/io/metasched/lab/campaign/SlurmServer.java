package io.metasched.lab.campaign;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.service.site.slurm.SlurmCommands;
import io.metasched.service.site.slurm.SlurmFailure;
import io.metasched.service.site.slurm.SlurmRefusal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Server of the commands of a simulated Slurm for the JVM of an agent, on a port of loopback. Each
 * connection has one command.
 */
final class SlurmServer implements AutoCloseable {
  private static final ObjectMapper JSON = SlurmMessages.mapper();
  private static final long PAUSE_NANOS = 10_000_000;

  private final SlurmCommands slurm;
  private final ServerSocket server;
  private volatile long delayMillis;

  SlurmServer(SlurmCommands slurm) {
    this.slurm = slurm;
    try {
      server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  /** Delays all answers from now on. */
  void delay(long millis) {
    delayMillis = millis;
  }

  private static void daemon(Runnable task) {
    var thread = new Thread(task, "slurm");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        var socket = server.accept();
        daemon(() -> serve(socket));
      } catch (IOException closedOrTooMany) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private void serve(Socket socket) {
    try (socket;
        var lines =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      var line = lines.readLine();
      if (line != null) {
        var reply = reply(JSON.readValue(line, SlurmMessages.Call.class));
        TimeUnit.MILLISECONDS.sleep(delayMillis);
        socket.getOutputStream().write(JSON.writeValueAsBytes(reply));
      }
    } catch (IOException gone) {
      // the agent was killed
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private SlurmMessages.Reply reply(SlurmMessages.Call call) {
    try {
      var method = method(call.command());
      var arguments = new Object[call.arguments().size()];
      for (int i = 0; i < arguments.length; i++) {
        var type = JSON.constructType(method.getGenericParameterTypes()[i]);
        arguments[i] = JSON.convertValue(call.arguments().get(i), type);
      }
      return SlurmMessages.Reply.of(JSON.valueToTree(method.invoke(slurm, arguments)));
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof SlurmRefusal refusal) {
        return SlurmMessages.Reply.of(refusal);
      } else if (e.getCause() instanceof SlurmFailure failure) {
        return SlurmMessages.Reply.of(failure);
      }
      throw new IllegalStateException(e);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Method method(String name) {
    return Arrays.stream(SlurmCommands.class.getMethods())
        .filter(method -> method.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.metasched.lab.campaign;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Link between two processes of this machine that can be broken. */
final class TcpProxy implements AutoCloseable {
  /** Treatment of connections. */
  enum Mode {
    /** All data passes. */
    OPEN,
    /** Sent data is delayed without notice. */
    STALLED,
    /** All connections are closed, and new connections are closed at once. */
    CUT
  }

  private static final int BUFFER = 1 << 16;
  private static final long PAUSE_NANOS = 10_000_000;

  private final ServerSocket server;
  private volatile int target;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition opened = lock.newCondition();
  private final List<Socket> sockets = new ArrayList<>(); // guarded by lock
  private Mode mode = Mode.OPEN; // guarded by lock

  /** Creates a link to a port of loopback. */
  TcpProxy(int target) throws IOException {
    this.target = target;
    server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  private static Thread daemon(Runnable task) {
    var thread = new Thread(task, "proxy");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  void set(Mode next) {
    lock.lock();
    try {
      mode = next;
      opened.signalAll();
      if (next == Mode.CUT) {
        reset();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Redirects the link to another port; connections to the previous one are reset. */
  void passTo(int port) {
    target = port;
    reset();
  }

  /** Resets all current connections. */
  void reset() {
    lock.lock();
    try {
      sockets.forEach(TcpProxy::abort);
      sockets.clear();
    } finally {
      lock.unlock();
    }
  }

  private static void abort(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException gone) {
      // already closed
    }
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        var from = server.accept();
        daemon(() -> connect(from));
      } catch (IOException closedOrTooMany) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
    reset();
  }

  private void connect(Socket from) {
    var to = new Socket();
    try {
      to.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
      if (!isTaken(from, to)) {
        abort(from);
        abort(to);
        return;
      }
      var there = daemon(() -> pass(from, to));
      pass(to, from);
      there.join();
      from.close(); // both sides have finished
      to.close();
    } catch (IOException nobodyThere) {
      abort(from);
      abort(to);
    } catch (InterruptedException never) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isTaken(Socket from, Socket to) {
    lock.lock();
    try {
      if (mode == Mode.CUT) {
        return false;
      }
      sockets.removeIf(Socket::isClosed);
      sockets.add(from);
      sockets.add(to);
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void pass(Socket from, Socket to) {
    var buffer = new byte[BUFFER];
    try {
      var in = from.getInputStream();
      var out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        awaitOpen();
        out.write(buffer, 0, read);
        out.flush();
      }
      to.shutdownOutput();
    } catch (IOException broken) {
      abort(from);
      abort(to);
    }
  }

  private void awaitOpen() {
    lock.lock();
    try {
      while (mode == Mode.STALLED) {
        opened.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    set(Mode.CUT);
  }
}

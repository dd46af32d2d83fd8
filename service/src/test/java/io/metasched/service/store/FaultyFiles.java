package io.metasched.service.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.store.fs.FileBaseDefault;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/**
 * File system of H2 that counts syncs, and whose syncs and writes may fail. H2 creates its paths.
 */
public final class FaultyFiles extends FilePathWrapper {
  static final AtomicInteger SYNCS = new AtomicInteger();
  static final AtomicBoolean SYNC_FAILS = new AtomicBoolean();
  static final AtomicBoolean WRITE_FAILS = new AtomicBoolean();

  /** Creates a path. */
  public FaultyFiles() {}

  /** Makes {@code jdbc:h2:faulty:PATH} available. */
  static void register() {
    FilePath.register(new FaultyFiles());
  }

  @Override
  public String getScheme() {
    return "faulty";
  }

  @Override
  public FileChannel open(String mode) throws IOException {
    return new FaultyFile(getBase().open(mode));
  }

  private static final class FaultyFile extends FileBaseDefault {
    private final FileChannel file;

    FaultyFile(FileChannel file) {
      this.file = file;
    }

    @Override
    public void force(boolean metadata) throws IOException {
      if (SYNC_FAILS.get()) {
        throw new IOException("the disk is gone");
      }
      file.force(metadata);
      SYNCS.incrementAndGet();
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public synchronized int read(ByteBuffer to, long at) throws IOException {
      return file.read(to, at);
    }

    @Override
    public synchronized int write(ByteBuffer from, long at) throws IOException {
      if (WRITE_FAILS.get()) {
        throw new IOException("the disk is full");
      }
      return file.write(from, at);
    }

    @Override
    protected void implTruncate(long size) throws IOException {
      file.truncate(size);
    }

    @Override
    public FileLock tryLock(long at, long size, boolean isShared) throws IOException {
      return file.tryLock(at, size, isShared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
      file.close();
    }
  }
}

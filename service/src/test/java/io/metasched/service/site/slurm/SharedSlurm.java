package io.metasched.service.site.slurm;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Real Slurm for all tests of a class. Skips the class if there is no Slurm. */
final class SharedSlurm implements BeforeAllCallback, AfterAllCallback {
  private final Start start;
  private @Nullable RealSlurm site;

  /** Start of a Slurm. */
  private interface Start {
    RealSlurm start() throws Exception;
  }

  private SharedSlurm(Start start) {
    this.start = start;
  }

  /** Creates a Slurm without accounting that is not started. */
  static SharedSlurm of(int nodes) {
    return new SharedSlurm(
        () -> {
          RealSlurm.requirePrograms();
          return RealSlurm.start(nodes);
        });
  }

  /** Creates a Slurm with accounting that is not started. */
  static SharedSlurm accounted(int nodes) {
    return new SharedSlurm(
        () -> {
          RealSlurm.requireAccounting();
          return RealSlurm.startAccounted(nodes);
        });
  }

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    site = start.start();
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    if (site != null) {
      site.close();
    }
  }

  /** Returns the started Slurm. */
  RealSlurm get() {
    if (site == null) {
      throw new IllegalStateException("not started");
    }
    return site;
  }
}

package io.metasched.service.slurm;

import io.metasched.service.slurm.SlurmOption.Use;

/** Options of srun, which replaces itself by its command inside a job. */
final class SrunOptions {
  static final OptionTable TABLE =
      OptionTable.ordered("srun")
          .with(
              Use.UNDERSTOOD,
              """
              nodes= N: 1
              ntasks= n: 1
              """)
          .with(
              Use.WITHOUT_EFFECT,
              """
              accel-bind=: -
              account= A: that of the job
              chdir= D: that of the job
              cpu-bind=: a task has all cpus of its node
              cpu-freq=: -
              cpus-per-task= c: a task has all cpus of its node
              distribution= m: there is one task
              error= e: that of the job
              exact: a task has all cpus of its node
              exclusive: nodes are never shared
              export=: the environment of the script
              gres=: that of the job
              hint=: there is one task
              input= i: that of the job
              job-name= J: that of the job
              jobid=: that of the job
              kill-on-bad-exit=? K: there is one task
              label l: -
              mem=: that of the job
              mem-bind=: -
              mem-per-cpu=: that of the job
              mpi=: there is one task
              nodelist= w: that of the job
              ntasks-per-node=: there is one task
              output= o: that of the job
              overlap: nodes are never shared
              oversubscribe s: nodes are never shared
              partition= p: that of the job
              propagate=?: -
              time= t: that of the job
              unbuffered u: -
              wait= W: there is one task
              """);

  private SrunOptions() {}
}

package io.metasched.service.site.slurm;

/**
 * Exit status of a batch script.
 *
 * @param code exit code, 0 to 255
 * @param signal number of the signal that ended the script; 0 if no signal ended it
 */
public record ExitStatus(int code, int signal) {}

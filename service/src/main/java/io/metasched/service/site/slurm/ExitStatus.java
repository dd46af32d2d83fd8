package io.metasched.service.site.slurm;

/**
 * Exit status of a batch script.
 *
 * @param code exit code, 0 to 255
 * @param signal number of the signal that ended it; 0 if none did
 */
public record ExitStatus(int code, int signal) {}

<#
Sets Tillmark up as a service of Windows from its unpacked archive, or puts this version in the
place of the one before. Run as administrator:

  powershell -ExecutionPolicy Bypass -File setup\install.ps1 -ServiceHost C:\Tools\WinSW-x64.exe

A service of Windows answers the service manager, which Node does not: a service host does that.
WinSW (MIT licence) is one; it is not part of this package. The data root is
%ProgramData%\Tillmark and stays as it is.
#>
param(
  [Parameter(Mandatory = $true)][string]$ServiceHost,
  [string]$Place = "$env:ProgramFiles\Tillmark Service"
)
$ErrorActionPreference = 'Stop'
$name = 'Tillmark'
$here = Split-Path -Parent $PSScriptRoot
$admin = ([Security.Principal.WindowsPrincipal][Security.Principal.WindowsIdentity]::GetCurrent()).IsInRole(
  [Security.Principal.WindowsBuiltInRole]::Administrator)
if (-not $admin) { throw 'install.ps1: run it as administrator' }
if (-not (Test-Path -LiteralPath $ServiceHost -PathType Leaf)) { throw "install.ps1: there is no service host at $ServiceHost" }
if ((Resolve-Path -LiteralPath $here).Path -eq $Place) { throw "install.ps1: unpack the archive elsewhere, it is copied to $Place" }

# Before anything is stopped: is this one whole, and for this machine?
$version = & "$here\bin\tillmark.cmd" --version
if ($LASTEXITCODE -ne 0) { throw 'install.ps1: this archive does not run here' }

$known = Get-Service -Name $name -ErrorAction SilentlyContinue
$ran = $null -eq $known -or $known.Status -eq 'Running'
if ($known) {
  Stop-Service -Name $name -Force
  (Get-Service -Name $name).WaitForStatus('Stopped', '00:00:30')
}
# Files of the version before that are no more would stay otherwise.
if ((Test-Path -LiteralPath $Place) -and -not (Test-Path -LiteralPath "$Place\tillmark-service.xml")) {
  throw "install.ps1: $Place is there and holds something else"
}
if (Test-Path -LiteralPath $Place) { Remove-Item -LiteralPath $Place -Recurse -Force }
Copy-Item -LiteralPath $here -Destination $Place -Recurse
Copy-Item -LiteralPath $ServiceHost -Destination "$Place\tillmark-service.exe"
Copy-Item -LiteralPath "$PSScriptRoot\tillmark-service.xml" -Destination "$Place\tillmark-service.xml"

# Data of customers: for the service and administrators alone.
foreach ($folder in "$env:ProgramData\Tillmark", "$env:ProgramData\Tillmark State") {
  New-Item -ItemType Directory -Force -Path $folder | Out-Null
  & icacls $folder /inheritance:r /grant '*S-1-5-18:(OI)(CI)F' '*S-1-5-32-544:(OI)(CI)F' '*S-1-5-19:(OI)(CI)M' | Out-Null
  if ($LASTEXITCODE -ne 0) { throw "install.ps1: the rights of $folder could not be set" }
}
if (-not $known) {
  & "$Place\tillmark-service.exe" install
  if ($LASTEXITCODE -ne 0) { throw 'install.ps1: the service could not be registered' }
  & sc.exe failure $name reset= 3600 actions= restart/2000/restart/5000/restart/30000 | Out-Null
  & sc.exe failureflag $name 1 | Out-Null
}
if ($ran) { Start-Service -Name $name }
Write-Output "Tillmark $version is installed. On this machine: http://localhost:5618"
